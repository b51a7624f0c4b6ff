"""Forces between all bodies."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _core
from .._input import _inputs, _numbers, _options


def n_body_forces(
    positions: ArrayLike,
    masses: ArrayLike | None = None,
    *,
    opening: float = 0.5,
    power: Literal[1, 2] = 2,
    strength: float = 1.0,
    softening: float = 0.0,
    threads: int | None = None,
) -> NDArray[Any]:
    """The force on every body by all others: gravity, charges, repulsion of a graph's nodes.

    Far bodies act together, as one mass at their center (Barnes and Hut 1986). Two bodies at a
    distance of r attract each other with ``strength * m1 * m2 * r / d**(power + 1)``, where
    ``d**2`` is ``r**2 + softening**2``.

    Parameters
    ----------
    positions
        Shape ``(n, 2)`` or ``(n, 3)``, finite.
    masses
        Shape ``(n,)``; 1 by default.
    opening
        A group of bodies acts as one if its size is less than `opening` times its distance. 0 sums
        the forces of all pairs; 0.5 gives errors of about 0.5 %.
    power
        1 or 2.
    strength
        Negative for repulsion.

    Returns
    -------
    numpy.ndarray
        The forces, of the shape of `positions`. They do not depend on the number of threads.

    Examples
    --------
    >>> import broadleaf
    >>> broadleaf.n_body_forces([[0, 0], [2, 0]], [1, 8])
    array([[ 2.,  0.],
           [-2.,  0.]])
    """
    places = _inputs.points(positions, "positions")
    if places.ndim != 2 or places.shape[1] not in (2, 3):
        raise ValueError(f"positions: expected shape (n, 2) or (n, 3), not {places.shape}")
    kind = np.dtype(np.float32 if places.dtype == np.float32 else np.float64)
    places = np.ascontiguousarray(places, dtype=kind)
    if not np.isfinite(places).all():
        row = int(np.argmin(np.isfinite(places).all(axis=1)))
        raise ValueError(f"positions: row {row} is not finite: {places[row].tolist()}")
    if masses is None:
        weights = np.ones(len(places), kind)
    else:
        weights = np.ascontiguousarray(_numbers.numbers_only(masses, "masses"), dtype=kind)
    if weights.shape != (len(places),):
        raise ValueError(f"masses: expected shape ({len(places)},), not {weights.shape}")
    if not np.isfinite(weights).all():
        row = int(np.argmin(np.isfinite(weights)))
        raise ValueError(f"masses: row {row} is not finite: {weights[row]}")
    if _options.integer(power, "power") not in (1, 2):
        raise ValueError(f"power must be 1 or 2: {power}")
    opening = _options.number(opening, "opening")
    if not opening >= 0:
        raise ValueError(f"opening must not be negative: {opening}")
    law = {
        "opening": opening,
        "is_inverse_square": power == 2,
        "strength": _options.finite(strength, "strength"),
        "softening": _options.finite(softening, "softening"),
    }
    return _core.n_body(places, weights, law, _options.call(threads, None))
