"""The adapters, by name, in the order in which tables show them."""

from tapecheck.probe.tools.base import Judgement, Tool, Unsupported
from tapecheck.probe.tools.central_differences import CentralDifferences
from tapecheck.probe.tools.gradcheck import Gradcheck
from tapecheck.probe.tools.gradcheck_tape import GradcheckTape
from tapecheck.probe.tools.loss_descent import LossDescent
from tapecheck.probe.tools.overwrite_tracker import OverwriteTracker

TOOLS: dict[str, Tool] = {
    tool.name: tool for tool in (OverwriteTracker(), Gradcheck(), GradcheckTape(), CentralDifferences(), LossDescent())
}

__all__ = ["TOOLS", "Judgement", "Tool", "Unsupported"]
