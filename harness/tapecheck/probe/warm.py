"""One small kernel, compiled forward and backward, so that a probe server's children start warm."""

# No postponed annotations here: releases before 1.1 cannot read a kernel's types from text.
import warp as wp


@wp.kernel
def _double(x: wp.array(dtype=float), y: wp.array(dtype=float)):  # type: ignore[valid-type, no-untyped-def]
    i = wp.tid()
    y[i] = 2.0 * x[i]


def warm_up() -> None:
    """Compile the kernel and its adjoint for the CPU and launch both.

    Compiled even where the cache holds it: only a compilation builds the precompiled headers that the children
    inherit, and without them each child builds its own, at ten times the time.
    """
    cached = wp.config.cache_kernels
    wp.config.cache_kernels = False
    try:
        _launch()
    finally:
        wp.config.cache_kernels = cached


def _launch() -> None:
    with wp.ScopedDevice("cpu"):
        x = wp.ones(2, dtype=float, requires_grad=True)
        y = wp.zeros(2, dtype=float, requires_grad=True)
        tape = wp.Tape()
        with tape:
            wp.launch(_double, dim=2, inputs=[x], outputs=[y])
        tape.backward(grads={y: wp.ones(2, dtype=float)})
