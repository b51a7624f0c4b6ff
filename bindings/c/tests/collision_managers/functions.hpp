// Every function of the collision manager against brute force over boxes. `Library` as in
// compare.hpp, and:
//   Ours                                    the manager
//   collide(manager, stops, others…)        `collide` with a callback `stops(a, b)`
//   distance(manager, measure, others…)     `distance` with a callback `measure(a, b, nearest)`
#pragma once

#include "compare.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>

namespace functions {

inline void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "collision manager: %s\n", what);
        std::exit(1);
    }
}

template <class Library>
class Check {
public:
    using Object = typename Library::Object;
    using Ours = typename Library::Ours;
    using Found = std::set<std::pair<Object*, Object*>>;

    // Boxes on a grid, so that many touch.
    explicit Check(std::size_t count) {
        scenes::Random random(5);
        for (std::size_t i = 0; i < count; ++i) {
            scenes::Point point;
            for (double& coordinate : point) {
                coordinate = std::floor(random.between(0, 9));
            }
            owned_.push_back(Library::make(point));
            objects_.push_back(owned_.back().get());
        }
    }

    void run() {
        const std::size_t third = objects_.size() / 3;
        const std::vector<Object*> first(objects_.begin(), objects_.begin() + third);
        const std::vector<Object*> second(objects_.begin() + third, objects_.end() - 1);
        Object& alone = *objects_.back();
        Ours one;
        Ours other;
        one.registerObjects(first);
        other.registerObjects(second);
        one.setup();
        other.setup();
        compare(one, first);
        compare(other, second);
        between(one, first, alone);
        across(one, first, other, second);
        theirs(one, first, second);
        changes(one, first, other, second);
        distances(one, first, other, second, alone);
        stops(other, second);
    }

private:
    static bool overlap(const Object* a, const Object* b) {
        return a->getAABB().overlap(b->getAABB());
    }
    static double gap(const Object* a, const Object* b) {
        return a->getAABB().distance(b->getAABB());
    }
    static auto sorted(Object* a, Object* b) { return a < b ? std::pair(a, b) : std::pair(b, a); }

    // What `collide` finds, none of it twice.
    template <class... Others>
    static Found found(Ours& manager, Others*... others) {
        Found pairs;
        Library::collide(
            manager,
            [&](Object* a, Object* b) {
                require(pairs.insert(sorted(a, b)).second, "a pair is found twice");
                return false;
            },
            others...);
        return pairs;
    }

    static void compare(Ours& manager, const std::vector<Object*>& objects) {
        require(manager.size() == objects.size(), "another number of objects");
        require(manager.empty() == objects.empty(), "empty or not");
        std::vector<Object*> managed;
        manager.getObjects(managed);
        require(std::set<Object*>(managed.begin(), managed.end()) ==
                    std::set<Object*>(objects.begin(), objects.end()),
                "other objects");
        Found expected;
        for (std::size_t i = 0; i < objects.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (overlap(objects[i], objects[j])) {
                    expected.insert(sorted(objects[i], objects[j]));
                }
            }
        }
        require(found(manager) == expected, "collide: other pairs");
    }

    static void between(Ours& manager, const std::vector<Object*>& objects, Object& alone) {
        Found expected;
        for (Object* object : objects) {
            if (overlap(object, &alone)) {
                expected.insert(sorted(object, &alone));
            }
        }
        require(found(manager, &alone) == expected, "collide with an object: other pairs");
    }

    static Found expected_across(const std::vector<Object*>& first,
                                 const std::vector<Object*>& second) {
        Found expected;
        for (Object* a : first) {
            for (Object* b : second) {
                if (overlap(a, b)) {
                    expected.insert(sorted(a, b));
                }
            }
        }
        return expected;
    }

    static void across(Ours& one, const std::vector<Object*>& first, Ours& other,
                       const std::vector<Object*>& second) {
        typename Library::Manager* const manager = &other;
        require(found(one, manager) == expected_across(first, second),
                "collide with a manager: other pairs");
        typename Library::Manager* const same = &one;
        require(found(one, same) == found(one), "collide with itself: other pairs");
    }

    // A manager of the host on the other side.
    static void theirs(Ours& one, const std::vector<Object*>& first,
                       const std::vector<Object*>& second) {
        auto managers = Library::managers(-50, 50);
        typename Library::Manager& manager = *managers[1].second;
        manager.registerObjects(second);
        manager.setup();
        require(found(one, &manager) == expected_across(first, second),
                "collide with a manager of the host: other pairs");
    }

    static void changes(Ours& one, const std::vector<Object*>& first, Ours& other,
                        const std::vector<Object*>& second) {
        scenes::Random random(6);
        for (Object* object : first) {
            Library::place(*object, {random.between(0, 9), random.between(0, 9), 3});
        }
        one.update();
        compare(one, first);
        Library::place(*first.front(), {4, 4, 4});
        one.update(first.front());
        compare(one, first);
        for (Object* object : second) {
            Library::place(*object, {std::floor(random.between(0, 9)), 4, random.between(0, 9)});
        }
        other.update(second);
        compare(other, second);
        std::vector<Object*> left(second);
        while (left.size() > second.size() / 2) {
            const auto row = static_cast<std::size_t>(
                random.between(0, static_cast<double>(left.size())));
            other.unregisterObject(left[row]);
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(row));
        }
        compare(other, left);
        other.unregisterObject(first.front());
        compare(other, left);
        other.clear();
        compare(other, {});
        other.registerObjects(second);
        other.setup();
        compare(other, second);
    }

    // The smallest gap between boxes that `distance` hands to its callback, which measures it.
    template <class... Others>
    static double nearest(Ours& manager, Others*... others) {
        double nearest = std::numeric_limits<double>::max();
        std::set<std::pair<Object*, Object*>> seen;
        Library::distance(
            manager,
            [&](Object* a, Object* b, double& limit) {
                require(seen.insert(sorted(a, b)).second, "a pair is measured twice");
                require(gap(a, b) < limit, "a pair is measured that is too far apart");
                nearest = std::min(nearest, gap(a, b));
                limit = std::min(limit, gap(a, b));
                return false;
            },
            others...);
        return nearest;
    }

    static void distances(Ours& one, const std::vector<Object*>& first, Ours& other,
                          const std::vector<Object*>& second, Object& alone) {
        scenes::Random random(7);
        for (std::size_t frame = 0; frame < 20; ++frame) {
            // Far apart, so that few boxes overlap.
            for (const auto& object : first) {
                Library::place(*object, {random.between(0, 90), random.between(0, 90),
                                         random.between(0, 90)});
            }
            for (const auto& object : second) {
                Library::place(*object, {random.between(80, 190), random.between(0, 90),
                                         random.between(0, 90)});
            }
            Library::place(alone, {random.between(0, 90), 120, 0});
            one.update();
            other.update();
            double in_one = std::numeric_limits<double>::max();
            double from_alone = in_one;
            double between = in_one;
            for (Object* a : first) {
                for (Object* b : first) {
                    in_one = a == b ? in_one : std::min(in_one, gap(a, b));
                }
                for (Object* b : second) {
                    between = std::min(between, gap(a, b));
                }
                from_alone = std::min(from_alone, gap(a, &alone));
            }
            typename Library::Manager* const manager = &other;
            require(nearest(one) == in_one, "distance: not the nearest pair");
            require(nearest(one, &alone) == from_alone, "distance: not the nearest to an object");
            require(nearest(one, manager) == between, "distance: not the nearest between managers");
        }
    }

    // A callback that returns true ends the search.
    static void stops(Ours& manager, const std::vector<Object*>& objects) {
        for (std::size_t i = 0; i < objects.size(); ++i) {
            Library::place(*objects[i], {static_cast<double>(i) / 100, 0, 0});
        }
        manager.update();
        std::size_t calls = 0;
        Library::collide(manager, [&](Object*, Object*) { return ++calls == 3; });
        require(calls == 3, "collide does not stop");
        calls = 0;
        Library::collide(
            manager, [&](Object*, Object*) { return ++calls == 3; }, objects.front());
        require(calls == 3, "collide with an object does not stop");
        calls = 0;
        Library::distance(manager, [&](Object*, Object*, double&) { return ++calls == 3; });
        require(calls == 3, "distance does not stop");
    }

    std::vector<std::unique_ptr<Object>> owned_;
    std::vector<Object*> objects_;
};

}  // namespace functions
