// Compares collision managers of one library: pairs with brute force, and CPU time in turns.
//
// `Library` names the types of the library and wraps what differs between Coal and FCL:
//   Object, Manager, Box                  its types
//   make(point)                           a unit box at a point
//   place(object, point)                  moves it and computes its box
//   pairs(manager)                        the pairs of objects that the callback receives
//   managers(low, high)                   this library's manager and those of the host, by name
#pragma once

#include "scenes.hpp"

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace compare {

using Pair = std::pair<std::size_t, std::size_t>;
using Pairs = std::vector<Pair>;

inline double thread_ms() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// The objects of a scene.
template <class Library>
class Objects {
public:
    using Object = typename Library::Object;

    explicit Objects(const scenes::Points& points) {
        for (const scenes::Point& point : points) {
            owned_.push_back(Library::make(point));
            indices_[owned_.back().get()] = pointers_.size();
            pointers_.push_back(owned_.back().get());
        }
    }

    const std::vector<Object*>& pointers() const { return pointers_; }

    void place(const scenes::Points& points) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            Library::place(*owned_[i], points[i]);
        }
    }

    // Sorted pairs of indices, the smaller one first. A pair that comes twice stays twice.
    Pairs indexed(const std::vector<std::pair<Object*, Object*>>& found) const {
        Pairs pairs;
        for (const auto& [first, second] : found) {
            pairs.push_back(std::minmax(indices_.at(first), indices_.at(second)));
        }
        std::sort(pairs.begin(), pairs.end());
        return pairs;
    }

    Pairs brute_force() const {
        Pairs pairs;
        for (std::size_t i = 0; i < pointers_.size(); ++i) {
            for (std::size_t j = i + 1; j < pointers_.size(); ++j) {
                if (pointers_[i]->getAABB().overlap(pointers_[j]->getAABB())) {
                    pairs.emplace_back(i, j);
                }
            }
        }
        return pairs;
    }

private:
    std::vector<std::unique_ptr<Object>> owned_;
    std::vector<Object*> pointers_;
    std::unordered_map<Object*, std::size_t> indices_;
};

struct Result {
    std::string manager;
    std::vector<double> update_ms;
    std::vector<double> collide_ms;
    // Pairs that overlap and were not found, pairs that were found and do not overlap, and pairs that
    // were found again. Of all frames that were checked, against all pairs that overlap there.
    std::size_t missing = 0;
    std::size_t extra = 0;
    std::size_t again = 0;
    std::size_t expected = 0;

    double total_ms() const {
        std::vector<double> totals(update_ms);
        for (std::size_t i = 0; i < totals.size(); ++i) {
            totals[i] += collide_ms[i];
        }
        return median(totals);
    }
    bool is_right() const { return missing == 0 && extra == 0 && again == 0; }
};

inline std::size_t count_missing(const Pairs& pairs, const Pairs& others) {
    Pairs missing;
    std::set_difference(others.begin(), others.end(), pairs.begin(), pairs.end(),
                        std::back_inserter(missing));
    return missing.size();
}

inline void count_differences(Pairs found, const Pairs& expected, Result& result) {
    const std::size_t all = found.size();
    found.erase(std::unique(found.begin(), found.end()), found.end());
    result.again += all - found.size();
    result.missing += count_missing(found, expected);
    result.extra += count_missing(expected, found);
    result.expected += expected.size();
}

// Runs every manager over the frames of a scene, in turns. Frames of a still scene call `update`
// as well, as a host that does not know what moved does. Managers that are not in `only` are left
// out, unless that is empty.
template <class Library>
std::vector<Result> run(scenes::Scene scene, std::size_t frames, const std::set<std::string>& only) {
    Objects<Library> objects(scene.points);
    auto managers = Library::managers(-50, static_cast<double>(scene.points.size()) + 50);
    managers.erase(std::remove_if(managers.begin(), managers.end(),
                                  [&](const auto& manager) {
                                      return !only.empty() && only.count(manager.first) == 0;
                                  }),
                   managers.end());
    std::vector<Result> results;
    for (const auto& [name, manager] : managers) {
        manager->registerObjects(objects.pointers());
        manager->setup();
        results.push_back({name, {}, {}, 0, 0, 0, 0});
    }
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const bool moves = scene.motion != scenes::Motion::none;
        if (moves) {
            scenes::advance(scene.points, scene.motion, frame);
            objects.place(scene.points);
        }
        const bool checks = moves || frame == 0 || frame + 1 == frames;
        const Pairs expected = checks ? objects.brute_force() : Pairs();
        for (std::size_t i = 0; i < managers.size(); ++i) {
            auto& manager = *managers[i].second;
            const double start = thread_ms();
            manager.update();
            const double middle = thread_ms();
            const auto found = Library::pairs(manager);
            const double end = thread_ms();
            results[i].update_ms.push_back(middle - start);
            results[i].collide_ms.push_back(end - middle);
            if (checks) {
                count_differences(objects.indexed(found), expected, results[i]);
            }
        }
    }
    return results;
}

// Prints a table, and rows of a record for `--record`. Returns whether ours is right everywhere.
template <class Library>
bool main(int argc, char** argv) {
    std::size_t count = 2000;
    std::size_t frames = 5;
    bool record = false;
    std::set<std::string> only;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--record") == 0) {
            record = true;
        } else if (i + 1 < argc && std::strcmp(argv[i], "--count") == 0) {
            count = std::stoul(argv[++i]);
        } else if (i + 1 < argc && std::strcmp(argv[i], "--frames") == 0) {
            frames = std::stoul(argv[++i]);
        } else if (i + 1 < argc && std::strcmp(argv[i], "--only") == 0) {
            only.insert(argv[++i]);
        }
    }
    bool right = true;
    for (const scenes::Scene& scene : scenes::all(count)) {
        const auto results = run<Library>(scene, frames, only);
        const Result& ours = results.front();
        right = right && ours.is_right();
        for (const Result& result : results) {
            std::printf(record ? "%s,%s %zu,%s,%.3f,%.3f,%.2f,%zu,%zu,%zu,%zu\n"
                               : "%-4s %-16s %6zu  %-21s update %8.3f  collide %8.3f ms  ratio "
                                 "%7.2f  missing %zu  extra %zu  again %zu  of %zu\n",
                        Library::name, scene.name.c_str(), count, result.manager.c_str(),
                        median(result.update_ms), median(result.collide_ms),
                        result.total_ms() / ours.total_ms(), result.missing, result.extra,
                        result.again, result.expected);
        }
    }
    return right;
}

}  // namespace compare
