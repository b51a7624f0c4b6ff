// A broad phase for ipc-toolkit.
//
//     auto broad_phase = std::make_shared<broadleaf::ipc::BroadPhase>();
//     candidates.build(mesh, start, end, inflation_radius, broad_phase.get());
//
// It reads ipc's boxes of vertices, edges and faces where they are, and copies none. Candidates are
// those of ipc::BruteForce: pairs of elements whose boxes overlap or touch, without a common vertex,
// that `can_vertices_collide` allows. Each comes once, in no particular order.
#pragma once

#include "pairs.hpp"

#include <ipc/broad_phase/broad_phase.hpp>
#include <ipc/candidates/edge_edge.hpp>
#include <ipc/candidates/edge_face.hpp>
#include <ipc/candidates/edge_vertex.hpp>
#include <ipc/candidates/face_face.hpp>
#include <ipc/candidates/face_vertex.hpp>
#include <ipc/candidates/vertex_vertex.hpp>

#include <string>
#include <vector>

namespace broadleaf::ipc {

class BroadPhase : public ::ipc::BroadPhase {
public:
    // Finds pairs on as many threads, by default one for each processor, and applies filters on the
    // calling one.
    explicit BroadPhase(std::uint32_t threads = BROADLEAF_ALL_THREADS) {
        options_.unsorted = true;
        options_.threads = threads;
    }

    std::string name() const override { return "Broadleaf"; }

    void detect_vertex_vertex_candidates(
        std::vector<::ipc::VertexVertexCandidate>& candidates) const override {
        const auto& filter = can_vertices_collide;
        within(vertex_boxes, candidates, accepts_all(filter, 0),
               [&](std::size_t a, std::size_t b) { return filter(a, b); });
    }
    void detect_edge_vertex_candidates(
        std::vector<::ipc::EdgeVertexCandidate>& candidates) const override {
        between(edge_boxes, vertex_boxes, candidates, [this](std::size_t edge, std::size_t vertex) {
            return can_edge_vertex_collide(edge, vertex);
        });
    }
    void detect_edge_edge_candidates(
        std::vector<::ipc::EdgeEdgeCandidate>& candidates) const override {
        within(edge_boxes, candidates, false,
               [this](std::size_t a, std::size_t b) { return can_edges_collide(a, b); });
    }
    void detect_face_vertex_candidates(
        std::vector<::ipc::FaceVertexCandidate>& candidates) const override {
        between(face_boxes, vertex_boxes, candidates, [this](std::size_t face, std::size_t vertex) {
            return can_face_vertex_collide(face, vertex);
        });
    }
    void detect_edge_face_candidates(
        std::vector<::ipc::EdgeFaceCandidate>& candidates) const override {
        between(edge_boxes, face_boxes, candidates, [this](std::size_t edge, std::size_t face) {
            return can_edge_face_collide(edge, face);
        });
    }
    void detect_face_face_candidates(
        std::vector<::ipc::FaceFaceCandidate>& candidates) const override {
        within(face_boxes, candidates, false,
               [this](std::size_t a, std::size_t b) { return can_faces_collide(a, b); });
    }

private:
    // ipc's boxes have three axes; in 2D the third one is zero.
    static Boxes view(const ::ipc::AABBs& boxes) {
        return Boxes::of<3>(boxes, &::ipc::AABB::min, &::ipc::AABB::max);
    }

    // Whether a filter tells that it accepts all pairs, which it can from version 1.7 on.
    template <class F>
    static auto accepts_all(const F& filter, int) -> decltype(filter.accepts_all()) {
        return filter.accepts_all();
    }
    template <class F>
    static bool accepts_all(const F&, long) {
        return false;
    }

    // Pairs of boxes in one list.
    template <class Candidate, class F>
    void within(const ::ipc::AABBs& boxes, std::vector<Candidate>& candidates, bool keeps_all,
                F&& can_collide) const {
        keep(Finder().self_pairs(view(boxes), options_), candidates, keeps_all, can_collide);
    }
    // Pairs of a box in one list and a box in another.
    template <class Candidate, class F>
    void between(const ::ipc::AABBs& first, const ::ipc::AABBs& second,
                 std::vector<Candidate>& candidates, F&& can_collide) const {
        keep(Finder().cross_pairs(view(first), view(second), options_), candidates, false,
             can_collide);
    }

    template <class Candidate, class F>
    static void keep(const List<Pair>& pairs, std::vector<Candidate>& candidates, bool keeps_all,
                     F& can_collide) {
        candidates.clear();
        for (const Pair& pair : pairs) {
            if (keeps_all || can_collide(pair.a, pair.b)) {
                candidates.emplace_back(pair.a, pair.b);
            }
        }
    }

    PairOptions options_;
};

}  // namespace broadleaf::ipc
