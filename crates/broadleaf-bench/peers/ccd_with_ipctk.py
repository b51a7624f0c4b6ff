"""Times the broad phases of ipctk on a moving mesh with one thread, for comparison with
`broadleaf-bench --only ccd`.

    python3 -m venv ../ipctk && ../ipctk/bin/pip install ipctk==1.6.1 plyfile==1.1.5
    ../ipctk/bin/python crates/broadleaf-bench/peers/ccd_with_ipctk.py START.ply END.ply [ROUNDS]

Each time is that of `Candidates.build` in C++, which makes the boxes, searches, and lists the
candidates. Reading meshes and counting candidates is not timed. ipctk leaves out pairs that share a
vertex during the search.
"""

import statistics
import sys
import time

import ipctk
import numpy
import plyfile


def read(path):
    """Reads the vertices and triangles of a mesh."""
    ply = plyfile.PlyData.read(path)
    vertices = numpy.stack([ply["vertex"][axis] for axis in "xyz"], axis=1).astype(numpy.float64)
    faces = numpy.stack(ply["face"]["vertex_indices"]).astype(numpy.int32)
    return numpy.asfortranarray(vertices), numpy.asfortranarray(faces)


def main(start, end, rounds="5"):
    ipctk.set_num_threads(1)
    (before, faces), (after, _) = read(start), read(end)
    mesh = ipctk.CollisionMesh(before, ipctk.edges(faces), faces)
    broad_phases = [ipctk.LBVH(), ipctk.SweepAndPrune(), ipctk.SpatialHash(), ipctk.HashGrid()]
    times = {broad_phase.name(): [] for broad_phase in broad_phases}
    counts = {}
    for _ in range(int(rounds)):
        # The broad phases take turns, so other work of the machine affects all of them.
        for broad_phase in broad_phases:
            candidates = ipctk.Candidates()
            clock = time.process_time()
            candidates.build(mesh, before, after, 0.0, broad_phase)
            times[broad_phase.name()].append(1e3 * (time.process_time() - clock))
            counts[broad_phase.name()] = (len(candidates.ee_candidates), len(candidates.fv_candidates))
    for name, ms in times.items():
        edges, faces = counts[name]
        print(f"{name:16} {statistics.median(ms):9.1f} ms ({min(ms):.1f} to {max(ms):.1f}), {edges} edge-edge, {faces} vertex-face")


if __name__ == "__main__":
    main(*sys.argv[1:])
