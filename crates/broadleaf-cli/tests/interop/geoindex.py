"""Round trips of files between Python's geoindex-rs and the program.

python geoindex.py PROGRAM FOLDER
"""

import json
import subprocess
import sys

import numpy as np
from geoindex_rs import rtree

program, folder = sys.argv[1:]
# Below and above 16,384 boxes and nodes, an index takes two and four bytes.
SIZES = [0, 1, 2, 15, 16, 17, 257, 2_000, 15_358, 15_359]
random = np.random.default_rng(1)


def path(name):
    return f"{folder}/{name}"


def run_unchecked(*arguments):
    return subprocess.run([program, "index", *arguments], capture_output=True, text=True)


def run(*arguments):
    result = run_unchecked(*arguments)
    result.check_returncode()
    return result.stdout


def query(name, *arguments):
    return json.loads(run("query", path(name), *arguments, "--json"))["found"]


def random_boxes(count, number):
    start = random.uniform(-1000, 980, (count, 2)).astype(number)
    end = (start + random.uniform(0, 20, (count, 2))).astype(number)
    return np.hstack([start, np.maximum(start, end)])


def search(index, box):
    return sorted(rtree.search(index, *box.tolist()).to_pylist())


files = 0
for name in ["float32", "float64"]:
    for count in SIZES:
        boxes = random_boxes(count, name)
        builder = rtree.RTreeBuilder(count, 16 if count % 2 else 5, name)
        if count > 0:
            builder.add(*np.ascontiguousarray(boxes.T))
        theirs = bytes(builder.finish("hilbert" if count % 3 else "str"))
        with open(path("theirs.flatbush"), "wb") as file:
            file.write(theirs)
        windows = [*random_boxes(40, name), np.array([-2000, -2000, 2000, 2000], name)]

        # Theirs to ours: as it is, and as a tree of ours.
        run("build", path("theirs.flatbush"), "-o", path("ours.index"))
        run("info", path("ours.index"), "--check")
        for box in windows[-3:]:
            numbers = ",".join(repr(number) for number in box.tolist())
            for file in ["theirs.flatbush", "ours.index"]:
                found = query(file, "--box", numbers)
                assert [hit["id"] for hit in found] == search(theirs, box), (name, count, file)
                for hit in found:
                    corners = np.array(hit["box"]["min"] + hit["box"]["max"], name)
                    assert (corners == boxes[hit["id"]]).all(), hit

        # Ours to theirs. flatbush refuses a file without boxes, so none is written. Of a single
        # box, geo-index reads only files without a root, which flatbush does not read.
        ours_to_theirs = ["build", path("ours.index"), "--format", "flatbush"]
        if count == 0:
            refused = run_unchecked(*ours_to_theirs, "-o", path("empty.flatbush"))
            assert refused.returncode == 2 and "no box" in refused.stderr, refused
            files += 1
            continue
        run(*ours_to_theirs, "-o", path("ours.flatbush"))
        if count != 1:
            with open(path("ours.flatbush"), "rb") as file:
                ours = file.read()
            assert rtree.RTreeMetadata.from_index(ours).num_items == count
            for box in windows:
                assert search(ours, box) == search(theirs, box), (name, count)
        files += 1
print(f"geoindex-rs: {files} files went both ways")
