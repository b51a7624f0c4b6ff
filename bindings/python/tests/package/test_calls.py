"""How calls run: memory, other Python threads, Ctrl-C, progress, forks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from conftest import random_boxes
from numpy.typing import NDArray

import broadleaf


def crowded(count: int) -> NDArray[np.float64]:
    """Boxes that all overlap."""
    corner = np.arange(count, dtype=np.float64)[:, None] / count
    return np.concatenate([corner, corner, corner + 1, corner + 1], axis=1)


def test_other_threads_run_meanwhile() -> None:
    is_done = threading.Event()
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        while not is_done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    broadleaf.count_pairs(crowded(25_000), threads=1)
    seconds = time.perf_counter() - start
    is_done.set()
    thread.join()
    # At most every millisecond; a machine under load may be slow.
    assert ticks > 20 * seconds, (ticks, seconds)


def test_calls_at_once_agree(rng: np.random.Generator) -> None:
    array = random_boxes(rng, 30_000)
    index = broadleaf.Index(array)
    expected = broadleaf.self_pairs(array)
    rows = index.query(array)
    with ThreadPoolExecutor(6) as executor:
        pairs = [executor.submit(broadleaf.self_pairs, array, threads=1 + i % 3) for i in range(6)]
        queries = [executor.submit(index.query, array, threads=1 + i % 3) for i in range(6)]
        for call in pairs:
            np.testing.assert_array_equal(call.result(), expected)
        for call in queries:
            np.testing.assert_array_equal(call.result(), rows)


INTERRUPTED = """
import signal, sys
import numpy as np, broadleaf
corner = np.zeros((2_000_000, 2))
boxes = np.concatenate([corner, corner + 1], axis=1)
index = broadleaf.Index(boxes[:20_000])
calls = {
    "pairs": lambda: broadleaf.count_pairs(boxes),
    "windows": lambda: index.query(boxes),
    # The forces of all pairs would take minutes.
    "forces": lambda: broadleaf.n_body_forces(np.random.rand(400_000, 2), opening=0),
}
# Programs in the background of a shell ignore it by default.
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
try:
    calls[sys.argv[1]]()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("what", ["pairs", "windows", "forces"])
def test_ctrl_c(what: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED, what]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(1.0)
        start = time.perf_counter()
        process.send_signal(signal.SIGINT)
        try:
            output, _ = process.communicate(timeout=60)
        finally:
            process.kill()
        assert output == "interrupted\n"
        assert time.perf_counter() - start < 20


def test_a_signal_ends_a_call_that_runs_in_the_calling_thread() -> None:
    boxes = crowded(40_000)
    start = time.perf_counter()
    broadleaf.count_pairs(boxes)
    whole = time.perf_counter() - start

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    try:
        start = time.perf_counter()
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with pytest.raises(TimeoutError):
            broadleaf.count_pairs(boxes)
        part = time.perf_counter() - start
    finally:
        signal.signal(signal.SIGALRM, before)
    # The call checks for exceptions ten times a second; the whole call takes about one second.
    assert part < whole, (part, whole)
    assert broadleaf.count_pairs(boxes[:3]) == 3


def test_progress() -> None:
    seen: list[int] = []
    boxes = crowded(10_000)
    expected = 10_000 * 9_999 // 2
    assert broadleaf.count_pairs(boxes, progress=seen.append, threads=1) == expected

    class Bar:
        total = 0

        def update(self, n: int) -> None:
            self.total += n

    bar = Bar()
    broadleaf.count_pairs(boxes, progress=bar, threads=1)
    assert 0 <= bar.total <= expected

    def fail(done: int) -> None:
        seen.append(done)
        if len(seen) > 2:
            raise RuntimeError(f"enough after {done}")

    seen.clear()
    huge = np.zeros((1_000_000, 4))
    with pytest.raises(RuntimeError, match="enough after"):
        broadleaf.count_pairs(huge, progress=fail)
    assert seen == sorted(seen)
    with pytest.raises(TypeError, match="progress"):
        broadleaf.count_pairs(boxes, progress=5)  # type: ignore[arg-type]


def test_progress_of_tqdm() -> None:
    tqdm = pytest.importorskip("tqdm")
    with open(os.devnull, "w") as nowhere, tqdm.tqdm(file=nowhere) as bar:
        broadleaf.count_pairs(crowded(40_000), progress=bar, threads=1)


MEMORY = """
import gc, sys, threading, time
import numpy as np, psutil, broadleaf
kind, what = sys.argv[1:]
count = 4_000_000
rng = np.random.default_rng(1)
boxes = np.empty((count, 4), kind)
boxes[:, :2] = rng.integers(0, 1 << 20, (count, 2))
boxes[:, 2:] = boxes[:, :2]
if what == "strided":
    boxes = np.repeat(boxes, 2, axis=1)[:, ::2]
process = psutil.Process()
calls = {
    "pairs": lambda array: broadleaf.count_pairs(array, threads=1),
    "strided": lambda array: broadleaf.count_pairs(array, threads=1),
    "windows": lambda array: index.query(array, threads=1),
}
index = broadleaf.Index([[-1.0, -1, -1, -1]]) if what == "windows" else None
calls[what](boxes[:5000])
gc.collect()
before = process.memory_info().rss
peak = before
is_done = False

def watch():
    global peak
    while not is_done:
        peak = max(peak, process.memory_info().rss)
        time.sleep(0.002)

thread = threading.Thread(target=watch)
thread.start()
calls[what](boxes)
is_done = True
thread.join()
print((peak - before) / count)
"""


def added_bytes(kind: str, what: str) -> float:
    """The bytes of resident memory that a call adds for each box."""
    command = [sys.executable, "-c", MEMORY, kind, what]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="measures resident memory")
@pytest.mark.parametrize(("what", "own"), [("pairs", 62), ("strided", 94), ("windows", 20)])
def test_contiguous_input_is_not_copied(what: str, own: int) -> None:
    # The finder's own memory is at most 30 + 4 · 8 bytes per box, and a batch of windows takes a
    # few for the order in which they are answered. A copy of the input, which other strides need,
    # adds 32.
    assert added_bytes("float64", what) < own + 16


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_fork_has_its_own_threads(rng: np.random.Generator) -> None:
    array = random_boxes(rng, 20_000)
    expected = broadleaf.count_pairs(array, threads=2)
    code: Any = (
        "import os, sys, numpy as np, broadleaf\n"
        "boxes = np.load(sys.argv[1])\n"
        "broadleaf.count_pairs(boxes, threads=2)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    os._exit(broadleaf.count_pairs(boxes, threads=2) % 251)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    import tempfile

    with tempfile.NamedTemporaryFile(suffix=".npy") as file:
        np.save(file, array)
        file.flush()
        command = [sys.executable, "-W", "ignore", "-c", code, file.name]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert int(done.stdout) == expected % 251
