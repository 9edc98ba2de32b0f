"""One small kernel, compiled forward and backward, so that a probe server's children start warm."""

# No postponed annotations here: releases before 1.1 cannot read a kernel's types from text.
import warp as wp


@wp.kernel
def _double(x: wp.array(dtype=float), y: wp.array(dtype=float)):  # type: ignore[valid-type, no-untyped-def]
    i = wp.tid()
    y[i] = 2.0 * x[i]


def warm_up() -> None:
    """Launch the kernel and its adjoint on the CPU."""
    with wp.ScopedDevice("cpu"):
        x = wp.ones(2, dtype=float, requires_grad=True)
        y = wp.zeros(2, dtype=float, requires_grad=True)
        tape = wp.Tape()
        with tape:
            wp.launch(_double, dim=2, inputs=[x], outputs=[y])
        tape.backward(grads={y: wp.ones(2, dtype=float)})
