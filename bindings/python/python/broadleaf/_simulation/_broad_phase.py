"""Boxes that are added, moved and removed, and the pairs that begin and end."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from .. import _core
from .._input import _inputs, _numbers, _options
from .._input._options import Progress
from .._structures._structure import Structure, first_hits
from . import _filtered
from ._filtered import Filtered

ProxyIds: TypeAlias = NDArray[np.int64]
_OF_IDS = np.dtype(np.int64)
#: How boxes move.
Mobility: TypeAlias = Literal["dynamic", "kinematic", "static", "sleeping"]
_MOBILITIES = ("dynamic", "kinematic", "static", "sleeping")


class Events(NamedTuple):
    """The pairs that began and ended in a step: arrays of ids of shape ``(2, m)``."""

    begun: ProxyIds
    ended: ProxyIds


class BroadPhase(Structure):
    """Boxes that are added, moved and removed; each step reports the pairs that began and ended.

    A broad phase is deterministic: the same calls give the same ids, events and hashes on every
    machine. It can rewind to earlier steps, and can be saved, restored, copied and pickled.

    The ids that `create` returns are not reused, unless `rewind` undoes their creation: drop such
    ids. ``BroadPhase.slots(ids)`` are small numbers to index arrays with: a broad phase of n boxes
    that were created together has the slots 0 to n - 1.

    Several threads can query a broad phase at once, and one at a time can change it: calls wait for
    each other. A call that changes boxes changes all of them, or none if it raises.

    Parameters
    ----------
    dimensions
        2 or 3.
    dtype
        The type of the coordinates: float32, float64, int32 or int64.
    margin
        How far the fat box around each box extends beyond it, in units of the coordinates. Pairs
        are pairs of fat boxes, so a box can move a little at almost no cost. 0 gives exact pairs.
        The default is an eighth of the longest side of each box (rounded down for integers), which
        suits degrees as well as meters.
    prediction
        How many displacements ahead the fat box reaches, unless `margin` is 0.
    history
        How many steps the broad phase keeps for `rewind`.

    Examples
    --------
    >>> import broadleaf
    >>> broad_phase = broadleaf.BroadPhase(2, "float64", margin=0, history=8)
    >>> a, b = broad_phase.create([[0, 0, 1, 1], [3, 0, 4, 1]])
    >>> broad_phase.step().begun.shape
    (2, 0)
    >>> broad_phase.move([b], [[1, 0, 2, 1]])
    >>> broad_phase.step().begun
    array([[0],
           [1]])
    >>> broad_phase.rewind()
    >>> broad_phase.boxes([b])
    array([[3., 0., 4., 1.]])
    """

    __slots__ = ("_steps",)

    _compiled: _core.BroadPhase
    #: How many steps are kept.
    _steps: int

    def __init__(
        self,
        dimensions: int = 2,
        dtype: DTypeLike = np.float64,
        *,
        margin: float | None = None,
        prediction: int = 2,
        history: int = 0,
    ) -> None:
        kind = np.dtype(dtype)
        reach = None if margin is None else _margin(margin, kind)
        ahead = _options.whole(prediction, "prediction", 0, 0xFFFF_FFFF)
        steps = _steps(history, "history")
        self._compiled = _core.BroadPhase(kind.name, _options.dimensions(dimensions), reach, ahead)
        self.remember(steps)

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, frame {self.frame}>"

    @property
    def frame(self) -> int:
        """How many steps the broad phase has made."""
        return self._compiled.frame

    # Changes.

    def create(
        self,
        boxes: Any = None,
        *,
        mins: ArrayLike | None = None,
        maxs: ArrayLike | None = None,
        mobility: Mobility = "dynamic",
        category: int = 0xFFFF_FFFF,
        mask: int = 0xFFFF_FFFF,
        group: int = 0,
    ) -> ProxyIds:
        """Adds boxes and returns their ids.

        Parameters
        ----------
        boxes, mins, maxs
            As in `self_pairs`.
        mobility
            ``"dynamic"`` and ``"sleeping"`` boxes form pairs with all, ``"kinematic"`` and
            ``"static"`` ones with these only. Static and sleeping boxes should rarely move.
        category, mask, group
            Two boxes of the same group other than 0 form a pair if it is positive, and none if it
            is negative, whatever their masks. In all other cases the mask of each must share a bit
            with the category of the other.
        """
        labels = {"category": category, "mask": mask, "group": group}
        config = {name: _label(name, label) for name, label in labels.items()}
        config["mobility"] = _mobility(mobility)
        return self._compiled.create(self._new(boxes, mins, maxs), config)

    def move(
        self,
        ids: ArrayLike,
        boxes: Any = None,
        *,
        mins: ArrayLike | None = None,
        maxs: ArrayLike | None = None,
        displacements: ArrayLike | None = None,
    ) -> None:
        """Moves boxes to new positions.

        Parameters
        ----------
        ids
            Ids that `create` returned.
        boxes, mins, maxs
            A box for each id.
        displacements
            Shape ``(n, dimensions)``: how far each box will probably move until the next call. The
            fat box reaches ahead in this direction.

        Raises
        ------
        KeyError
            If one of the ids has no box; no box is moved then.
        ValueError
            If a row is not a box, or a displacement is not finite; no box is moved then.
        """
        known = _ids(ids)
        places = self._placed(known, boxes, mins, maxs)
        ways = None
        if displacements is not None:
            ways = _displacements(displacements, (len(known), self.dimensions), self.dtype)
        self._compiled.relocate(known, places, ways)

    def remove(self, ids: ArrayLike) -> None:
        """Removes boxes. Their pairs end in the next step."""
        self._compiled.remove(_ids(ids))

    def set_filter(
        self,
        ids: ArrayLike,
        *,
        category: int | None = None,
        mask: int | None = None,
        group: int | None = None,
    ) -> None:
        """Replaces labels of boxes; those that are None stay.

        Pairs begin and end accordingly in the next step.

        >>> import broadleaf
        >>> broad_phase = broadleaf.BroadPhase()
        >>> a, b = broad_phase.create([[0, 0, 1, 1], [0, 0, 1, 1]])
        >>> broad_phase.set_filter([b], mask=0)
        >>> broad_phase.step().begun.shape
        (2, 0)

        Raises
        ------
        KeyError
            If one of the ids has no box; no box is changed then.
        """
        given = {"category": category, "mask": mask, "group": group}
        labels = {
            name: None if label is None else _label(name, label) for name, label in given.items()
        }
        self._compiled.set_filter(_ids(ids), labels)

    def set_mobility(self, ids: ArrayLike, mobility: Mobility) -> None:
        """Replaces the mobility of boxes. Pairs begin and end accordingly in the next step."""
        self._compiled.set_mobility(_ids(ids), _mobility(mobility))

    def step(self) -> Events:
        """Ends a frame, and returns the pairs that began and ended in it.

        Each pair has the smaller id first, and pairs are in lexicographic order. The cost depends
        on the changes in the frame, not on the number of boxes.
        """
        return Events(*self._compiled.step())

    def optimize(self) -> None:
        """Makes later steps faster, without a change to any answer."""
        self._compiled.optimize()

    # Queries.

    @staticmethod
    def slots(ids: ArrayLike) -> NDArray[np.int64]:
        """Small numbers, different for all boxes that exist at the same time.

        >>> import broadleaf
        >>> broad_phase = broadleaf.BroadPhase()
        >>> broadleaf.BroadPhase.slots(broad_phase.create([[0, 0, 1, 1], [3, 0, 4, 1]]))
        array([0, 1])
        """
        array = _numbers.whole(ids, "ids")
        if array.size and array.dtype.kind not in "iu":
            raise TypeError(f"ids: expected integers, not {array.dtype}")
        slots: NDArray[np.int64] = array.astype(np.int64) & 0xFFFF_FFFF
        return slots

    def contains(self, ids: ArrayLike) -> NDArray[np.bool_]:
        """Whether there is a box with each id."""
        return self._compiled.contains(_ids(ids))

    def ids(self) -> ProxyIds:
        """The ids of all boxes, by slot."""
        return self._compiled.ids()

    def boxes(self, ids: ArrayLike | None = None, *, fat: bool = False) -> NDArray[Any]:
        """The boxes with these ids, or all by slot; with `fat` the fat ones."""
        return self._compiled.boxes(None if ids is None else _ids(ids), bool(fat))

    def filtered(
        self,
        *,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        except_: ArrayLike | None = None,
        one_way: bool = False,
    ) -> Filtered:
        """The broad phase without some boxes, for queries: windows, nearest boxes, rays.

        Each label is one number for all queries, or a list with one for each row of a call
        (without the rows that ``missing="skip"`` leaves out). Make it once and keep it: it shares
        the boxes.

        Parameters
        ----------
        category, mask, group
            With one of them, queries find the boxes that would form a pair with a box of these
            labels, whatever their mobilities; the others are as in `create`.
        except_
            The id of a box that is not found, or -1 for none. Queries raise KeyError if there is no
            box with such an id.
        one_way
            Whether the masks of the boxes are ignored: the mask of the query must share a bit with
            the category of a box, not the other way around.

        Examples
        --------
        >>> import broadleaf
        >>> ENEMY, WALL = 1, 2
        >>> broad_phase = broadleaf.BroadPhase(2, margin=0)
        >>> enemies = broad_phase.create([[0, 0, 1, 1], [4, 0, 5, 1]], category=ENEMY)
        >>> wall = broad_phase.create([[2, 0, 2.5, 1]], category=WALL)
        >>> others = broad_phase.filtered(mask=ENEMY, except_=enemies)
        >>> others.query_nearest(broad_phase.boxes(enemies))
        array([[0, 1],
               [1, 0]])
        >>> broad_phase.filtered(mask=WALL).any_hit([[0.5, 0.5]], [[4, 0]], length=1)
        array([ True])
        """
        given = {"category": category, "mask": mask, "group": group, "except_": except_}
        labels = {name: _filtered.labels(name, values) for name, values in given.items()}
        return Filtered(self._compiled.filtered({**labels, "one_way": bool(one_way)}))

    def sweep(
        self,
        ids: ArrayLike,
        displacements: ArrayLike,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> tuple[ProxyIds, NDArray[np.float64]]:
        """What boxes first touch when they are displaced; they do not move.

        A `cast` of each box that finds the boxes which its own labels allow, except itself.

        Parameters
        ----------
        ids
            Ids of boxes, which must be finite.
        displacements
            Shape ``(n, dimensions)``, or one for all.

        Returns
        -------
        tuple of numpy.ndarray
            The ids of the boxes that are touched, and the part of the displacement until then, from
            0 to 1; -1 and infinity if the way is free. Of several, the smallest slot.

        Examples
        --------
        >>> import broadleaf
        >>> broad_phase = broadleaf.BroadPhase(2, margin=0)
        >>> ids = broad_phase.create([[0, 0, 1, 1], [3, 0, 4, 1]])
        >>> broad_phase.sweep(ids, [4, 0])
        (array([ 1, -1]), array([0.5, inf]))

        Raises
        ------
        KeyError
            If one of the ids has no box.
        ValueError
            If a box is infinite, or a displacement is not finite.
        """
        known = _ids(ids)
        ways = self._directions(displacements, "displacements", len(known))
        found = self._compiled.sweep(known, ways, _options.call(threads, progress))
        return first_hits(len(known), *found)

    def pairs(self) -> ProxyIds:
        """All pairs whose fat boxes overlap: the sum of all events so far.

        Shape ``(2, m)``, in the order of events.
        """
        return self._compiled.pairs(True)

    def tight_pairs(self) -> ProxyIds:
        """The `pairs` whose boxes overlap even without their margins."""
        return self._compiled.pairs(False)

    def pairs_of(self, ids: ArrayLike) -> ProxyIds:
        """The `pairs` with at least one of these boxes, each once, in the order of `pairs`."""
        return self._compiled.pairs_of(_ids(ids))

    # History.

    def remember(self, steps: int) -> None:
        """Sets the number of steps that are kept from this call on, for `rewind`."""
        self._steps = _steps(steps, "steps")
        self._compiled.remember(self._steps)

    @property
    def history(self) -> int:
        """The number of steps that `rewind` can go back."""
        return self._compiled.history_len or 0

    def rewind(self, steps: int = 1) -> None:
        """Goes back to the end of the step `steps` steps ago; 0 undoes the changes after the last
        step.

        This restores the boxes, the ids, the hash and the events to come.

        Raises
        ------
        ValueError
            If the broad phase does not keep that many steps; nothing changes then.
        """
        self._compiled.rewind(_steps(steps, "steps"))

    @property
    def state_hash(self) -> int:
        """A 64-bit hash of all state that affects later events, equal on all machines."""
        return self._compiled.state_hash

    def save(self) -> bytes:
        """The broad phase as bytes, the same on every machine.

        The steps kept for `rewind` are left out.
        """
        return self._compiled.save()

    @classmethod
    def restore(cls, data: bytes, *, history: int = 0) -> BroadPhase:
        """The broad phase that `save` saved.

        >>> import broadleaf
        >>> broad_phase = broadleaf.BroadPhase(3, "float32")
        >>> ids = broad_phase.create([[0, 0, 0, 1, 1, 1]])
        >>> same = broadleaf.BroadPhase.restore(broad_phase.save())
        >>> same.state_hash == broad_phase.state_hash
        True

        Raises
        ------
        ValueError
            If the bytes are not a broad phase, or are damaged.
        """
        broad_phase = cls.__new__(cls)
        broad_phase._compiled = _core.BroadPhase.restore(bytes(memoryview(data)))
        broad_phase.remember(history)
        return broad_phase

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.save(), self._steps), self._own_attributes()


def _restored(cls: type[BroadPhase], data: bytes, history: int) -> BroadPhase:
    """The broad phase of a pickle, which keeps as many steps from here on."""
    return cls.restore(data, history=history)


def _mobility(mobility: Any) -> int:
    """The code of a mobility."""
    if mobility not in _MOBILITIES:
        raise ValueError(f"mobility {mobility!r} is not one of {', '.join(_MOBILITIES)}")
    return _MOBILITIES.index(mobility)


def _label(name: str, label: Any) -> int:
    return _options.whole(label, name, *_filtered.LIMITS[name])


def _ids(ids: ArrayLike) -> ProxyIds:
    if type(ids) is np.ndarray and ids.dtype is _OF_IDS and ids.ndim == 1 and ids.flags.carray:
        return ids
    array = _inputs.as_ids(ids)
    if array.dtype.kind == "u" and array.size and array.max() > np.iinfo(np.int64).max:
        row = int(np.argmax(array))
        raise KeyError(f"ids: row {row}: there is no box with the id {array[row]}")
    return np.ascontiguousarray(array, dtype=np.int64)


def _steps(value: Any, name: str) -> int:
    return _options.whole(value, name, 0, 2**63 - 1)


def _margin(margin: Any, kind: np.dtype[Any]) -> float | int:
    """A margin in the type of the coordinates."""
    if kind.kind == "i":
        return _options.whole(margin, "margin", 0, int(np.iinfo(kind).max))
    try:
        if isinstance(margin, (bool, np.bool_, str)):
            raise TypeError
        number = float(margin)
    except (TypeError, ValueError):
        raise TypeError(f"margin must be a number, not {margin!r}") from None
    if kind.kind == "f" and not 0 <= number <= float(np.finfo(kind).max):
        raise ValueError(f"margin must be finite in {kind} and not negative: {margin}")
    return number


def _displacements(values: ArrayLike, shape: tuple[int, int], kind: np.dtype[Any]) -> NDArray[Any]:
    """Displacements in the type of the coordinates."""
    named = _inputs.named_points(values, "displacements")
    array = _numbers.whole(values, "displacements") if named is None else named
    if array.size == 0 and shape[0] == 0:
        return np.empty(shape, kind)
    if array.dtype.kind not in ("iuf" if kind.kind == "f" else "iu"):
        wanted = "numbers" if kind.kind == "f" else "integers"
        raise TypeError(f"displacements: expected {wanted}, not {array.dtype}")
    if array.shape != shape:
        raise ValueError(f"displacements: expected shape {shape}, not {array.shape}")
    with np.errstate(over="ignore", invalid="ignore"):
        ways = np.ascontiguousarray(array, dtype=kind)
    fits = np.isfinite(ways) if kind.kind == "f" else ways == array
    if kind.kind == "i" and array.dtype.kind == "u":
        fits &= ways >= 0
    if not fits.all():
        row, axis = (int(place) for place in np.argwhere(~fits)[0])
        raise ValueError(
            f"displacements: row {row}: {array[row, axis]} on axis {axis} is not a finite value "
            f"of {kind}"
        )
    return ways
