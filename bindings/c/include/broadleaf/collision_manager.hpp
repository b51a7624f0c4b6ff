// What the collision managers for Coal and FCL have in common. See coal.hpp and fcl.hpp.
//
// `Library` names the types of the host: `Manager`, `Object` and `Scalar`.
#pragma once

#include "index.hpp"
#include "pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace broadleaf::detail {

// Keeps a copy of the boxes of all objects: as of `setup`, `update` or their registration. Pairs and
// the tree are computed when they are first needed, and stay until a box changes. Calls of const
// functions from several threads at once are safe.
template <class Library>
class CollisionManager : public Library::Manager {
public:
    using Manager = typename Library::Manager;
    using Object = typename Library::Object;
    using Scalar = typename Library::Scalar;
    using Manager::getObjects;

    void registerObjects(const std::vector<Object*>& objects) override {
        for (Object* object : objects) {
            CollisionManager::registerObject(object);
        }
    }
    void registerObject(Object* object) override {
        if (rows_.emplace(object, objects_.size()).second) {
            objects_.push_back(object);
            boxes_.push_back(box_of(*object));
            forget();
        }
    }
    void unregisterObject(Object* object) override {
        const auto found = rows_.find(object);
        if (found == rows_.end()) {
            return;
        }
        // The last object takes its row.
        const std::size_t row = found->second;
        rows_.erase(found);
        if (row + 1 < objects_.size()) {
            objects_[row] = objects_.back();
            boxes_[row] = boxes_.back();
            rows_[objects_[row]] = row;
        }
        objects_.pop_back();
        boxes_.pop_back();
        forget();
    }
    void clear() override {
        objects_.clear();
        boxes_.clear();
        rows_.clear();
        forget();
    }

    void setup() override { update(); }
    void update() override {
        bool has_changed = false;
        for (std::size_t row = 0; row < objects_.size(); ++row) {
            has_changed |= read(row);
        }
        if (has_changed) {
            forget();
        }
    }
    void update(Object* object) override {
        const auto found = rows_.find(object);
        if (found != rows_.end() && read(found->second)) {
            forget();
        }
    }
    void update(const std::vector<Object*>& objects) override {
        for (Object* object : objects) {
            update(object);
        }
    }

    void getObjects(std::vector<Object*>& objects) const override { objects = objects_; }
    bool empty() const override { return objects_.empty(); }
    std::size_t size() const override { return objects_.size(); }

protected:
    // Call `stops(a, b)` for pairs of objects whose boxes overlap, until it returns true.
    template <class F>
    void each_pair(F&& stops) const {
        for (const Pair& pair : pairs()) {
            if (stops(objects_[pair.a], objects_[pair.b])) {
                return;
            }
        }
    }
    template <class F>
    void each_pair_with(Object& object, F&& stops) const {
        const Box box = box_of(object);
        tree().visit_window(view(&box, 1), [&](std::uint64_t row) {
            return objects_[row] == &object || !stops(objects_[row], &object);
        });
    }
    template <class F>
    void each_pair_with(const Manager& other, F&& stops) const {
        if (&other == this) {
            each_pair(stops);
            return;
        }
        const auto [theirs, boxes] = objects_of(other);
        Finder().visit_cross_pairs(view(), view(boxes.data(), boxes.size()),
                                   [&, &objects = theirs](std::uint32_t a, std::uint32_t b) {
                                       return !stops(objects_[a], objects[b]);
                                   });
    }

    // Call `stops(a, b, nearest)` for pairs of objects whose boxes are nearer than `nearest`, which
    // it lowers, until it returns true.
    template <class F>
    void each_near_pair(F&& stops) const {
        Scalar nearest = std::numeric_limits<Scalar>::max();
        const std::vector<Neighbour> neighbours = nearest_neighbours();
        std::vector<std::uint32_t> partners(objects_.size(), none);
        for (const Neighbour& one : neighbours) {
            const bool is_new = partners[one.b] != one.a;
            partners[one.a] = one.b;
            if (is_new && one.distance < nearest &&
                stops(objects_[one.a], objects_[one.b], nearest)) {
                return;
            }
        }
        for (std::uint32_t a = 0; a < objects_.size(); ++a) {
            const Box window = grown(boxes_[a], nearest);
            const auto visit = [&](std::uint64_t row) {
                const auto b = static_cast<std::uint32_t>(row);
                const bool is_new = b > a && partners[a] != b && partners[b] != a;
                return !(is_new && distance(boxes_[a], boxes_[b]) < nearest &&
                         stops(objects_[a], objects_[b], nearest));
            };
            if (!tree().visit_window(view(&window, 1), visit)) {
                return;
            }
        }
    }
    template <class F>
    void each_near_pair_with(Object& object, F&& stops) const {
        Scalar nearest = std::numeric_limits<Scalar>::max();
        near(box_of(object), nearest, [&](Object* ours) {
            return ours != &object && stops(ours, &object, nearest);
        });
    }
    template <class F>
    void each_near_pair_with(const Manager& other, F&& stops) const {
        if (&other == this) {
            each_near_pair(stops);
            return;
        }
        const auto [theirs, boxes] = objects_of(other);
        Scalar nearest = std::numeric_limits<Scalar>::max();
        for (std::size_t i = 0; i < theirs.size(); ++i) {
            const auto visit = [&, their = theirs[i]](Object* ours) {
                return stops(ours, their, nearest);
            };
            if (!near(boxes[i], nearest, visit)) {
                return;
            }
        }
    }

private:
    using Box = std::array<Scalar, 6>;

    struct Neighbour {
        double distance;
        std::uint32_t a, b;
    };

    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    static Box box_of(const Object& object) {
        const auto& box = object.getAABB();
        return {box.min_[0], box.min_[1], box.min_[2], box.max_[0], box.max_[1], box.max_[2]};
    }
    static Boxes view(const Box* boxes, std::size_t count) {
        return Boxes::rows(boxes == nullptr ? nullptr : boxes->data(), count, 3);
    }
    Boxes view() const { return view(boxes_.data(), boxes_.size()); }

    static double distance(const Box& a, const Box& b) {
        double square = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double gap = std::max({0.0, static_cast<double>(a[axis]) - b[axis + 3],
                                         static_cast<double>(b[axis]) - a[axis + 3]});
            square += gap * gap;
        }
        return std::sqrt(square);
    }
    static Box grown(Box box, Scalar by) {
        constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box[axis] = std::nextafter(box[axis] - by, -infinity);
            box[axis + 3] = std::nextafter(box[axis + 3] + by, infinity);
        }
        return box;
    }

    static std::pair<std::vector<Object*>, std::vector<Box>> objects_of(const Manager& manager) {
        std::pair<std::vector<Object*>, std::vector<Box>> all;
        all.first.resize(manager.size());
        manager.getObjects(all.first);
        for (const Object* object : all.first) {
            all.second.push_back(box_of(*object));
        }
        return all;
    }

    // Copies the box of an object. Whether it changed.
    bool read(std::size_t row) {
        const Box box = box_of(*objects_[row]);
        const bool has_changed = box != boxes_[row];
        boxes_[row] = box;
        return has_changed;
    }

    // Drops what was computed from the boxes.
    void forget() {
        has_pairs_ = false;
        tree_.reset();
    }

    const List<Pair>& pairs() const {
        const std::lock_guard<std::mutex> lock(computing_);
        if (!has_pairs_) {
            PairOptions options;
            options.unsorted = true;
            finder_.self_pairs(view(), pairs_, options);
            has_pairs_ = true;
        }
        return pairs_;
    }
    const Index& tree() const {
        const std::lock_guard<std::mutex> lock(computing_);
        if (!tree_.has_value()) {
            BuildOptions options;
            options.curve = true;
            tree_ = Index::build(view(), options);
        }
        return *tree_;
    }

    // The nearest other box of each one, the nearest pairs first.
    std::vector<Neighbour> nearest_neighbours() const {
        QueryOptions options;
        options.limit = 2;
        const Answers<Hit> answers = tree().nearest(view(), options);
        std::vector<Neighbour> neighbours;
        for (std::uint32_t a = 0; a < objects_.size(); ++a) {
            for (const Hit& hit : answers[a]) {
                const auto b = static_cast<std::uint32_t>(hit.id);
                if (b != a) {
                    neighbours.push_back({hit.reach, a, b});
                    break;
                }
            }
        }
        std::sort(neighbours.begin(), neighbours.end(), [](const auto& one, const auto& other) {
            return one.distance < other.distance ||
                   (one.distance == other.distance && one.a < other.a);
        });
        return neighbours;
    }

    // Calls `stops(object)` for the objects whose boxes are nearer than `nearest`, by distance.
    // Whether it went to the end.
    template <class F>
    bool near(const Box& box, const Scalar& nearest, F&& stops) const {
        std::size_t seen = 0;
        for (QueryOptions options;; options.limit *= 8) {
            options.limit = std::max<std::size_t>(options.limit, 2);
            options.max_distance = nearest;
            const Answers<Hit> answers = tree().nearest(view(&box, 1), options);
            const Span<const Hit> hits = answers[0];
            for (; seen < hits.size(); ++seen) {
                if (hits[seen].reach >= nearest) {
                    return true;
                }
                if (stops(objects_[hits[seen].id])) {
                    return false;
                }
            }
            if (hits.size() < options.limit) {
                return true;
            }
        }
    }

    std::vector<Object*> objects_;
    std::vector<Box> boxes_;
    std::unordered_map<const Object*, std::size_t> rows_;

    // What was computed from the boxes, guarded by `computing_`.
    mutable std::mutex computing_;
    mutable Finder finder_;
    mutable List<Pair> pairs_;
    mutable bool has_pairs_ = false;
    mutable std::optional<Index> tree_;
};

}  // namespace broadleaf::detail
