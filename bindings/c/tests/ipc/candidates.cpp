// Candidates of this library against those of ipc-toolkit's brute force, and times beside LBVH.
#include <broadleaf/ipc.hpp>

#include <ipc/broad_phase/brute_force.hpp>
#include <ipc/broad_phase/lbvh.hpp>

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>

namespace {

using Pairs = std::vector<std::pair<int, int>>;

void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "ipc: %s\n", what);
        std::exit(1);
    }
}

struct Mesh {
    Eigen::MatrixXd start, end;
    Eigen::MatrixXi edges, faces;
};

// Elements without common vertices, whose coordinates often are equal.
Mesh soup(unsigned seed, int dimensions) {
    std::mt19937 random(seed);
    const int count = 90;
    Mesh mesh;
    for (Eigen::MatrixXd* positions : {&mesh.start, &mesh.end}) {
        positions->resize(count, dimensions);
        for (int i = 0; i < count; ++i) {
            for (int axis = 0; axis < dimensions; ++axis) {
                (*positions)(i, axis) = static_cast<double>(random() % 12) / 4;
            }
        }
    }
    mesh.edges.resize(count, 2);
    mesh.faces.resize(dimensions == 3 ? count / 3 : 0, 3);
    for (int i = 0; i < count / 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            mesh.edges.row(3 * i + k) << 3 * i + k, 3 * i + (k + 1) % 3;
        }
        if (dimensions == 3) {
            mesh.faces.row(i) << 3 * i, 3 * i + 1, 3 * i + 2;
        }
    }
    return mesh;
}

// A sheet that is folded so far that it passes through itself.
Mesh sheet(int side) {
    Mesh mesh;
    mesh.start.resize((side + 1) * (side + 1), 3);
    for (int i = 0; i < mesh.start.rows(); ++i) {
        const double u = 6.3 * (i % (side + 1)) / side;
        const double v = 6.3 * (i / (side + 1)) / side;
        mesh.start.row(i) << std::sin(2 * u) + 0.3 * std::cos(5 * v), std::cos(3 * v),
            std::sin(u + 3 * v);
    }
    mesh.end = mesh.start;
    mesh.end.col(0) += 0.01 * mesh.start.col(1);
    mesh.faces.resize(2 * side * side, 3);
    mesh.edges.resize(3 * side * side + 2 * side, 2);
    int edge = 0;
    for (int y = 0; y <= side; ++y) {
        for (int x = 0; x <= side; ++x) {
            const int corner = y * (side + 1) + x;
            if (x < side) {
                mesh.edges.row(edge++) << corner, corner + 1;
            }
            if (y < side) {
                mesh.edges.row(edge++) << corner, corner + side + 1;
            }
            if (x < side && y < side) {
                mesh.edges.row(edge++) << corner + 1, corner + side + 1;
                const int face = 2 * (y * side + x);
                mesh.faces.row(face) << corner, corner + 1, corner + side + 1;
                mesh.faces.row(face + 1) << corner + 1, corner + side + 2, corner + side + 1;
            }
        }
    }
    return mesh;
}

Pairs ids(const std::vector<ipc::VertexVertexCandidate>& found) {
    Pairs pairs;
    for (const auto& one : found) {
        pairs.emplace_back(std::minmax(one.vertex0_id, one.vertex1_id));
    }
    return pairs;
}
Pairs ids(const std::vector<ipc::EdgeVertexCandidate>& found) {
    Pairs pairs;
    for (const auto& one : found) {
        pairs.emplace_back(one.edge_id, one.vertex_id);
    }
    return pairs;
}
Pairs ids(const std::vector<ipc::EdgeEdgeCandidate>& found) {
    Pairs pairs;
    for (const auto& one : found) {
        pairs.emplace_back(std::minmax(one.edge0_id, one.edge1_id));
    }
    return pairs;
}
Pairs ids(const std::vector<ipc::FaceVertexCandidate>& found) {
    Pairs pairs;
    for (const auto& one : found) {
        pairs.emplace_back(one.face_id, one.vertex_id);
    }
    return pairs;
}
Pairs ids(const std::vector<ipc::EdgeFaceCandidate>& found) {
    Pairs pairs;
    for (const auto& one : found) {
        pairs.emplace_back(one.edge_id, one.face_id);
    }
    return pairs;
}
Pairs ids(const std::vector<ipc::FaceFaceCandidate>& found) {
    Pairs pairs;
    for (const auto& one : found) {
        pairs.emplace_back(std::minmax(one.face0_id, one.face1_id));
    }
    return pairs;
}

// The candidates of one kind, sorted, each once.
template <class Candidate>
Pairs candidates(const ipc::BroadPhase& broad_phase,
                 void (ipc::BroadPhase::*detect)(std::vector<Candidate>&) const) {
    std::vector<Candidate> found;
    (broad_phase.*detect)(found);
    Pairs pairs = ids(found);
    std::sort(pairs.begin(), pairs.end());
    require(std::adjacent_find(pairs.begin(), pairs.end()) == pairs.end(), "a candidate twice");
    return pairs;
}

std::vector<Pairs> all_candidates(const ipc::BroadPhase& broad_phase) {
    using Base = ipc::BroadPhase;
    return {
        candidates(broad_phase, &Base::detect_vertex_vertex_candidates),
        candidates(broad_phase, &Base::detect_edge_vertex_candidates),
        candidates(broad_phase, &Base::detect_edge_edge_candidates),
        candidates(broad_phase, &Base::detect_face_vertex_candidates),
        candidates(broad_phase, &Base::detect_edge_face_candidates),
        candidates(broad_phase, &Base::detect_face_face_candidates),
    };
}

void build(ipc::BroadPhase& broad_phase, const Mesh& mesh, bool moves, double radius) {
    if (moves) {
        broad_phase.build(mesh.start, mesh.end, mesh.edges, mesh.faces, radius);
    } else {
        broad_phase.build(mesh.start, mesh.edges, mesh.faces, radius);
    }
}

void compare(const Mesh& mesh, bool moves, double radius, bool filters) {
    broadleaf::ipc::BroadPhase ours;
    ipc::BruteForce theirs;
    for (ipc::BroadPhase* broad_phase : {static_cast<ipc::BroadPhase*>(&ours),
                                         static_cast<ipc::BroadPhase*>(&theirs)}) {
        if (filters) {
            broad_phase->can_vertices_collide = [](std::size_t a, std::size_t b) {
                return (a + b) % 3 == 0;
            };
        }
        build(*broad_phase, mesh, moves, radius);
    }
    require(all_candidates(ours) == all_candidates(theirs), "other candidates than brute force");
}

double thread_ms() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

// CPU time of all threads, in turns; the smallest of five.
void measure(int side) {
    const Mesh mesh = sheet(side);
    broadleaf::ipc::BroadPhase ours;
    ipc::LBVH theirs;
    ipc::BroadPhase* const both[] = {&ours, &theirs};
    double times[2] = {HUGE_VAL, HUGE_VAL};
    std::size_t counts[2] = {0, 0};
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; i < 2; ++i) {
            std::vector<ipc::EdgeEdgeCandidate> edges;
            std::vector<ipc::FaceVertexCandidate> faces;
            const double start = thread_ms();
            build(*both[i], mesh, true, 1e-3);
            both[i]->detect_edge_edge_candidates(edges);
            both[i]->detect_face_vertex_candidates(faces);
            times[i] = std::min(times[i], thread_ms() - start);
            counts[i] = edges.size() + faces.size();
        }
    }
    for (int i = 0; i < 2; ++i) {
        std::printf("ipc,sheet %ld faces,%s,%.2f,%.2f,%zu\n", static_cast<long>(mesh.faces.rows()),
                    both[i]->name().c_str(), times[i], times[i] / times[0], counts[i]);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 2 && std::string(argv[1]) == "--measure") {
        measure(std::atoi(argv[2]));
        return 0;
    }
    for (unsigned seed = 1; seed <= 6; ++seed) {
        for (const bool moves : {false, true}) {
            for (const double radius : {0.0, 0.25}) {
                for (const bool filters : {false, true}) {
                    compare(soup(seed, 2), moves, radius, filters);
                    compare(soup(seed, 3), moves, radius, filters);
                }
            }
        }
    }
    compare(sheet(20), true, 1e-3, false);
    std::puts("ipc-toolkit: candidates are those of its brute force");
}
