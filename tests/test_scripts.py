"""The scripts of the README: what is broken is made again, what is there is left alone. Nothing is installed here."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.version import Version

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))
import venv_setup  # noqa: E402


class Machine:
    """A repository and the commands that are run in it, acted out."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.venv = root / ".venv"
        self.commands: list[list[str]] = []
        self.fail = ""
        for name in ("pyproject.toml", "requirements.lock"):
            (root / name).write_text("# first\n")

    @property
    def python(self) -> Path:
        return Path(venv_setup._python())

    def call(self, command: Sequence[str], **_: Any) -> int:
        self.commands.append(list(command))
        if self.fail and self.fail in command:
            return 1
        if "venv" in command:
            assert not self.venv.exists(), "a new environment over the remains of an old one"
            self.python.parent.mkdir(parents=True)
            self.python.touch()
            (self.venv / "pip").touch()
        return 0

    def run(self, command: Sequence[str], **_: Any) -> subprocess.CompletedProcess[bytes]:
        assert command[0] == str(self.python)
        return subprocess.CompletedProcess(command, 0 if (self.venv / "pip").exists() else 1)

    def did(self) -> list[str]:
        """What was done since this was last asked: made, or installed with an extra."""
        words = []
        for command in self.commands:
            if "venv" in command:
                words.append("made")
            if "--editable" in command:
                words.append("installed" + command[-1].removeprefix(str(self.root)))
        self.commands.clear()
        return words


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    acted = Machine(tmp_path)
    monkeypatch.setattr(venv_setup, "ROOT", tmp_path)
    monkeypatch.setattr(venv_setup, "VENV", acted.venv)
    monkeypatch.setattr(venv_setup.subprocess, "call", acted.call)
    monkeypatch.setattr(venv_setup.subprocess, "run", acted.run)
    return acted


def test_the_first_run_makes_and_installs_and_the_second_does_nothing(machine: Machine) -> None:
    assert venv_setup.ready_python() == str(machine.python)
    assert machine.did() == ["made", "installed"]
    venv_setup.ready_python()
    assert machine.did() == []


def test_a_venv_whose_python_is_gone_is_made_again(machine: Machine) -> None:
    """The file that says that it is ready is still there."""
    venv_setup.ready_python()
    machine.did()
    machine.python.unlink()
    venv_setup.ready_python()
    assert machine.did() == ["made", "installed"]


def test_a_venv_whose_python_links_to_nothing_is_made_again(machine: Machine) -> None:
    """As after an upgrade that removed the Python that it was made from."""
    venv_setup.ready_python()
    machine.did()
    machine.python.unlink()
    machine.python.symlink_to(machine.root / "no-such-python")
    venv_setup.ready_python()
    assert machine.did() == ["made", "installed"]


def test_an_empty_venv_is_made_again(machine: Machine) -> None:
    machine.venv.mkdir()
    venv_setup.ready_python()
    assert machine.did() == ["made", "installed"]


def test_a_venv_without_pip_is_made_again(machine: Machine) -> None:
    """As where the first run was broken off while the environment was made."""
    venv_setup.ready_python()
    machine.did()
    (machine.venv / "tapecheck-ready-run").unlink()
    (machine.venv / "pip").unlink()
    venv_setup.ready_python()
    assert machine.did() == ["made", "installed"]


def test_an_installation_that_was_broken_off_is_done_again_in_the_same_venv(machine: Machine) -> None:
    venv_setup.ready_python()
    machine.did()
    (machine.venv / "tapecheck-ready-run").unlink()
    venv_setup.ready_python()
    assert machine.did() == ["installed"]


@pytest.mark.parametrize("step", ["pip", "--editable"])
def test_a_failed_installation_does_not_pass_for_a_finished_one(machine: Machine, step: str) -> None:
    machine.fail = step
    with pytest.raises(SystemExit, match="installation failed"):
        venv_setup.ready_python()
    machine.fail = ""
    machine.did()
    venv_setup.ready_python()
    assert machine.did() == ["installed"]


def test_a_python_that_cannot_make_a_venv_is_told_in_words(machine: Machine) -> None:
    machine.fail = "venv"
    with pytest.raises(SystemExit, match="python3-venv"):
        venv_setup.ready_python()


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_a_changed_lock_is_installed(machine: Machine, name: str) -> None:
    """After a pull the old versions would go on running."""
    venv_setup.ready_python()
    machine.did()
    (machine.root / name).write_text("# second\n")
    venv_setup.ready_python()
    assert machine.did() == ["installed"]
    venv_setup.ready_python()
    assert machine.did() == []


def test_a_moved_repository_is_installed_again(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editable installation holds the old place."""
    venv_setup.ready_python()
    machine.did()
    moved = machine.root / "moved"
    moved.mkdir()
    for name in ("pyproject.toml", "requirements.lock"):
        shutil.copy(machine.root / name, moved)
    shutil.move(machine.venv, moved)
    machine.root, machine.venv = moved, moved / ".venv"
    monkeypatch.setattr(venv_setup, "ROOT", moved)
    monkeypatch.setattr(venv_setup, "VENV", machine.venv)
    venv_setup.ready_python()
    assert machine.did() == ["installed"]


def test_the_tests_tools_are_added_to_an_environment_that_only_runs(machine: Machine) -> None:
    venv_setup.ready_python()
    assert machine.did() == ["made", "installed"]
    venv_setup.ready_python("dev")
    assert machine.did() == ["installed[dev]"]
    venv_setup.ready_python()
    venv_setup.ready_python("dev")
    assert machine.did() == []


def test_a_lock_that_changed_reaches_both_kinds_of_installation(machine: Machine) -> None:
    venv_setup.ready_python()
    venv_setup.ready_python("dev")
    (machine.root / "requirements.lock").write_text("# second\n")
    machine.did()
    venv_setup.ready_python()
    venv_setup.ready_python("dev")
    assert machine.did() == ["installed", "installed[dev]"]


def test_everything_that_is_installed_is_held_to_the_lock(machine: Machine) -> None:
    venv_setup.ready_python("dev")
    installs = [command for command in machine.commands if "install" in command]
    assert len(installs) == 2
    for command in installs:
        assert command[0] == str(machine.python)
        assert command[command.index("--constraint") + 1] == str(machine.root / "requirements.lock")


def test_a_python_that_is_too_old_is_told_before_anything_is_made(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(venv_setup, "OLDEST", (99, 0))
    with pytest.raises(SystemExit, match=r"needs Python 99\.0 or newer; this is 3\."):
        venv_setup.ready_python()
    assert machine.commands == []
    assert not machine.venv.exists()


def test_breaking_off_a_command_is_told_by_its_exit_status(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(venv_setup.subprocess, "call", broken_off)
    assert venv_setup.run("-m", "tapecheck") == 130


def test_a_command_runs_in_the_venv_with_its_arguments_and_status(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []

    def call(command: Sequence[str]) -> int:
        # In the folder where the user stands: --store FILE means a file there.
        seen.append(command)
        return 3

    monkeypatch.setattr(venv_setup.subprocess, "call", call)
    assert venv_setup.run("-m", "tapecheck", "bench", "--warp", ">=1.13") == 3
    assert seen == [[str(machine.python), "-m", "tapecheck", "bench", "--warp", ">=1.13"]]


@pytest.mark.parametrize("path", sorted((ROOT / "scripts").glob("*.py")), ids=lambda path: path.name)
def test_the_scripts_start_with_nothing_installed(path: Path) -> None:
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(str(node.module).partition(".")[0])
    assert names <= {*sys.stdlib_module_names, "venv_setup"}


# ----------------------------------------------------------------------------------------------- lock

PYTHONS = ("3.10", "3.11", "3.12", "3.13")
SYSTEMS = (("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt"))


def project() -> dict[str, Any]:
    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"])


def locked() -> list[Requirement]:
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line.strip() and not line.startswith("#")]


def environment(python: str, system: tuple[str, str, str]) -> dict[str, str]:
    platform, name, os_name = system
    return {
        **{key: str(value) for key, value in default_environment().items()},
        "python_version": python,
        "python_full_version": f"{python}.9",
        "sys_platform": platform,
        "platform_system": name,
        "os_name": os_name,
    }


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system[0])
@pytest.mark.parametrize("python", PYTHONS)
def test_the_lock_fulfils_what_pyproject_asks_for(python: str, system: tuple[str, str, str]) -> None:
    """A bound that was raised without the lock could not be installed, or would be installed unpinned."""
    here = environment(python, system)
    pins: dict[str, list[Requirement]] = {}
    for pin in locked():
        if pin.marker is None or pin.marker.evaluate(here):
            pins.setdefault(pin.name.lower().replace("_", "-"), []).append(pin)
    assert not {name for name, found in pins.items() if len(found) > 1}, "pinned twice"
    asked = [*project()["dependencies"], *project()["optional-dependencies"]["dev"]]
    for wanted in map(Requirement, asked):
        if wanted.marker is not None and not wanted.marker.evaluate(here):
            continue
        assert wanted.name in pins, f"{wanted} is not in requirements.lock; lock again"
        (specifier,) = pins[wanted.name][0].specifier
        assert wanted.specifier.contains(specifier.version), f"{wanted}, but {pins[wanted.name][0]} is locked"


def test_every_line_of_the_lock_is_one_version() -> None:
    for pin in locked():
        (specifier,) = pin.specifier
        assert specifier.operator == "=="
        assert "*" not in specifier.version


def test_the_scripts_and_pyproject_agree_on_the_oldest_python() -> None:
    assert project()["requires-python"] == f">={venv_setup.OLDEST[0]}.{venv_setup.OLDEST[1]}"


def test_the_lock_is_for_the_newest_warp_that_is_known() -> None:
    """`latest` and the published tables would otherwise be of another release than the one that is tested with."""
    from tapecheck.releases import KNOWN

    (pin,) = [pin for pin in locked() if pin.name == "warp-lang"]
    (specifier,) = pin.specifier
    assert Version(specifier.version) == Version(KNOWN[-1])
