"""Which array arguments a kernel reads and which it writes, told from its source.

Content cannot tell: a launch may write the values that were there before. So the kernel's syntax tree is walked,
and that of every function that it calls, down to struct members.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: Built-in functions that add to an element: the old value is used linearly, and the adjoint needs no value.
_ADDING = {"atomic_add", "atomic_sub", "tile_atomic_add"}
_ATOMIC = {"atomic_min", "atomic_max", "atomic_cas", "atomic_exch", "atomic_and", "atomic_or", "atomic_xor"}
_STORING = {"tile_store", "store"}


@dataclass
class Access:
    """What a kernel does with one array argument (or one array member of a struct argument).

    Attributes:
        read: some element's value is used.
        write: some element is assigned, other than by adding to it.
        add: some element is added to, by ``+=``, ``-=`` or an atomic.
    """

    read: bool = False
    write: bool = False
    add: bool = False

    @property
    def written(self) -> bool:
        """Whether contents may change."""
        return self.write or self.add

    def merge(self, other: Access) -> None:
        """Add what another use does."""
        self.read |= other.read
        self.write |= other.write
        self.add |= other.add


@dataclass
class Features:
    """Constructs of a kernel's source that decide about its adjoint; line numbers count within the kernel's source.

    Attributes:
        in_place: lines with ``*=`` or ``/=`` (or another operation than + and -) on an array element.
        dynamic_loops: lines of loops whose trip count is not a small literal, or that break.
        component: lines that assign a component of a local vector, matrix or quaternion.
        array_component: lines that assign a component of an array element.
        flat: names of locally constant functions, with their lines.
        selects: lines of where or select.
        singular: names of functions without derivative at some point, with their lines.
        custom: names of called functions with a custom adjoint or replay.
        native: names of called native functions.
        grads: lines that call ``wp.grad``.
        surrogates: those of ``custom`` that contain a locally constant function.
    """

    in_place: list[int] = field(default_factory=list)
    dynamic_loops: list[int] = field(default_factory=list)
    component: list[int] = field(default_factory=list)
    array_component: list[int] = field(default_factory=list)
    flat: dict[str, int] = field(default_factory=dict)
    selects: list[int] = field(default_factory=list)
    singular: dict[str, int] = field(default_factory=dict)
    custom: list[str] = field(default_factory=list)
    native: list[str] = field(default_factory=list)
    grads: list[int] = field(default_factory=list)
    surrogates: list[str] = field(default_factory=list)


_FLAT = {"round", "rint", "floor", "ceil", "trunc", "sign", "int", "step"}
_SINGULAR = {"sqrt", "length", "normalize", "acos", "asin", "log", "log2", "log10", "pow", "norm_l2", "atan2"}
_COMPONENTS = {"x", "y", "z", "w"}
#: Warp unrolls loops with literal bounds of at most this many iterations (``warp.config.max_unroll``).
MAX_UNROLL = 16


def analyse(kernel: Any) -> tuple[dict[str, Access], Features] | None:
    """Return (access by argument path, features) of a Warp kernel, or None where its source is unavailable."""
    try:
        walker = _Walker(kernel.func, kernel.adj.tree, kernel.adj, {})
        walker.run()
    except Exception:  # noqa: BLE001  source may be missing or use what this walker does not know
        return None
    return walker.access, walker.features


class _Walker(ast.NodeVisitor):
    def __init__(self, function: Any, tree: ast.AST, adj: Any, binding: Mapping[str, str], depth: int = 0) -> None:
        body = tree.body[0] if isinstance(tree, ast.Module) else tree
        assert isinstance(body, ast.FunctionDef)
        self.definition = body
        self.offset = int(getattr(adj, "fun_lineno", 1)) - body.lineno if adj is not None else 0
        self.names = dict(getattr(function, "__globals__", {}))
        closure = getattr(function, "__closure__", None) or ()
        free = getattr(getattr(function, "__code__", None), "co_freevars", ())
        for name, cell in zip(free, closure, strict=False):
            try:
                self.names[name] = cell.cell_contents
            except ValueError:
                continue
        labels = [argument.arg for argument in body.args.args]
        self.paths: dict[str, str] = {label: binding.get(label, label) for label in labels}
        if binding:
            self.paths = {label: binding[label] for label in labels if label in binding}
        self.access: dict[str, Access] = {}
        self.features = Features()
        self.depth = depth
        self.loops = 0

    def run(self) -> None:
        for statement in self.definition.body:
            self.visit(statement)

    def line(self, node: ast.AST) -> int:
        return int(getattr(node, "lineno", 0)) + self.offset

    def path(self, node: ast.AST) -> str | None:
        """The argument path of an expression such as ``a``, ``state.x`` or ``row`` where row = a[i]."""
        if isinstance(node, ast.Name):
            return self.paths.get(node.id)
        if isinstance(node, ast.Attribute):
            base = self.path(node.value)
            return None if base is None else f"{base}.{node.attr}"
        if isinstance(node, ast.Subscript):
            return self.path(node.value)
        return None

    def mark(self, path: str, **flags: bool) -> None:
        self.access.setdefault(path, Access()).merge(Access(**flags))

    def root(self, node: ast.AST) -> tuple[str | None, int]:
        """The array path below subscripts and attributes of a target, and how many subscripts lie above it."""
        subscripts = 0
        while True:
            if isinstance(node, ast.Subscript):
                subscripts += 1
                node = node.value
            elif isinstance(node, ast.Attribute) and self._below_subscript(node):
                node = node.value
            else:
                return self.path(node), subscripts

    @staticmethod
    def _below_subscript(node: ast.Attribute) -> bool:
        inner: ast.AST = node.value
        while isinstance(inner, ast.Attribute):
            inner = inner.value
        return isinstance(inner, ast.Subscript)

    def target(self, node: ast.AST, operator: ast.operator | None) -> None:
        if isinstance(node, ast.Tuple | ast.List):
            for part in node.elts:
                self.target(part, operator)
            return
        if isinstance(node, ast.Name):
            if operator is None:
                self.paths.pop(node.id, None)
            return
        path, subscripts = self.root(node)
        self._indices(node)
        if path is not None and subscripts:
            component = isinstance(node, ast.Attribute) or isinstance(
                getattr(node, "value", None), ast.Subscript | ast.Attribute
            )
            if isinstance(node, ast.Attribute) or (component and subscripts > 1):
                self.features.array_component.append(self.line(node))
            if operator is None:
                self.mark(path, write=True)
            elif isinstance(operator, ast.Add | ast.Sub):
                self.mark(path, add=True)
            else:
                self.mark(path, read=True, write=True)
                self.features.in_place.append(self.line(node))
        elif subscripts or isinstance(node, ast.Attribute):
            self.features.component.append(self.line(node))

    def _indices(self, node: ast.AST) -> None:
        while isinstance(node, ast.Subscript | ast.Attribute):
            if isinstance(node, ast.Subscript):
                self.visit(node.slice)
            node = node.value

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.target(target, None)
            if isinstance(target, ast.Name):
                path = self.path(node.value)
                if path is not None:
                    self.paths[target.id] = path
        self._inplace_spelt_out(node)

    def _inplace_spelt_out(self, node: ast.Assign) -> None:
        """Note ``a[i] = a[i] * b``: the same as ``a[i] *= b``."""
        for target in node.targets:
            if isinstance(target, ast.Subscript) and self.root(target)[0] is not None:
                spelt = ast.unparse(target)
                inside = [part for part in ast.walk(node.value) if isinstance(part, ast.Subscript)]
                if any(ast.unparse(part) == spelt for part in inside):
                    self.features.in_place.append(self.line(node))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)
            self.target(node.target, None)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        self.target(node.target, node.op)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        path, _ = self.root(node)
        self._indices(node)
        if path is not None:
            self.mark(path, read=True)
        else:
            self.visit(node.value)

    def visit_For(self, node: ast.For) -> None:
        if not self._static(node):
            self.features.dynamic_loops.append(self.line(node))
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.features.dynamic_loops.append(self.line(node))
        self.generic_visit(node)

    def _static(self, node: ast.For) -> bool:
        if any(isinstance(part, ast.Break | ast.Continue) for part in ast.walk(node)):
            return False
        call = node.iter
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"):
            return True
        bounds = [self._literal(argument) for argument in call.args]
        if any(bound is None for bound in bounds):
            return False
        return len(range(*[bound for bound in bounds if bound is not None])) <= MAX_UNROLL

    def _literal(self, node: ast.AST) -> int | None:
        if isinstance(node, ast.Call) and node.args and ast.unparse(node.func).endswith("static"):
            node = node.args[0]
        try:
            found = eval(compile(ast.Expression(node), "<bound>", "eval"), dict(self.names))  # type: ignore[arg-type]
        except Exception:  # noqa: BLE001  a bound that is no constant
            return None
        try:
            return int(found)
        except (TypeError, ValueError):
            return None

    def visit_Call(self, node: ast.Call) -> None:  # noqa: PLR0912  one rule a branch
        called = self._resolve(node.func)
        name = ast.unparse(node.func).rsplit(".", 1)[-1]
        arguments = list(node.args) + [keyword.value for keyword in node.keywords]
        if self._user_function(called):
            self._into(called, node)
            for argument in arguments:
                if self.path(argument) is None or isinstance(argument, ast.Subscript):
                    self.visit(argument)
            return
        if name in _FLAT:
            self.features.flat.setdefault(name, self.line(node))
        if name in _SINGULAR:
            self.features.singular.setdefault(name, self.line(node))
        if name in ("where", "select"):
            self.features.selects.append(self.line(node))
        if name == "grad":
            self.features.grads.append(self.line(node))
        for position, argument in enumerate(arguments):
            path = self.path(argument)
            if path is None or isinstance(argument, ast.Subscript):
                self.visit(argument)
            elif position == 0 and name in _ADDING:
                self.mark(path, add=True)
            elif position == 0 and name in _ATOMIC:
                self.mark(path, read=True, write=True)
            elif position == 0 and name in _STORING:
                self.mark(path, write=True)
            elif name not in ("len",):
                self.mark(path, read=True)
        if isinstance(node.func, ast.Attribute):
            self.visit(node.func.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        self.visit(node.value)

    def _resolve(self, node: ast.AST) -> Any:
        if isinstance(node, ast.Name):
            return self.names.get(node.id)
        if isinstance(node, ast.Attribute):
            base = self._resolve(node.value)
            return None if base is None else getattr(base, node.attr, None)
        return None

    @staticmethod
    def _user_function(called: Any) -> bool:
        if called is None or type(called).__name__ != "Function":
            return False
        return not (called.is_builtin() if callable(getattr(called, "is_builtin", None)) else False)

    def _into(self, called: Any, node: ast.Call) -> None:  # noqa: PLR0912  one rule a branch
        key = str(getattr(called, "key", "function"))
        if getattr(called, "custom_grad_func", None) is not None or getattr(called, "custom_replay_func", None):
            self.features.custom.append(key)
        if getattr(called, "native_snippet", None) is not None:
            self.features.native.append(key)
            for argument in node.args:
                path = self.path(argument)
                if path is not None:
                    self.mark(path, read=True, write=True)
            return
        tree = getattr(getattr(called, "adj", None), "tree", None)
        if tree is None or self.depth > 8:
            for argument in node.args:
                path = self.path(argument)
                if path is not None:
                    self.mark(path, read=True, write=True)
            return
        body: Any = tree.body[0] if isinstance(tree, ast.Module) else tree
        labels = [argument.arg for argument in body.args.args]
        binding = {}
        for label, argument in zip(labels, node.args, strict=False):
            path = None if isinstance(argument, ast.Subscript) and not _may_be_row(argument) else self.path(argument)
            if path is not None:
                binding[label] = path
        for keyword in node.keywords:
            path = self.path(keyword.value)
            if path is not None and keyword.arg is not None:
                binding[keyword.arg] = path
        inner = _Walker(called.func, tree, called.adj, {**binding, "": ""}, self.depth + 1)
        inner.run()
        for path, access in inner.access.items():
            self.mark(path, read=access.read, write=access.write, add=access.add)
        mine, theirs = self.features, inner.features
        if key in mine.custom and theirs.flat:
            mine.surrogates.append(key)
        mine.surrogates += theirs.surrogates
        mine.in_place += theirs.in_place
        mine.dynamic_loops += theirs.dynamic_loops
        mine.component += theirs.component
        mine.array_component += theirs.array_component
        mine.selects += theirs.selects
        mine.custom += theirs.custom
        mine.native += theirs.native
        mine.grads += theirs.grads
        for name, line in theirs.flat.items():
            mine.flat.setdefault(name, line)
        for name, line in theirs.singular.items():
            mine.singular.setdefault(name, line)


def _may_be_row(node: ast.Subscript) -> bool:
    return not isinstance(node.value, ast.Subscript)
