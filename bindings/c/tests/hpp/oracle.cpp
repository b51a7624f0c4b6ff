// Every function of broadleaf.hpp against brute force, for float and double in 1, 2 and 3
// dimensions.
#include "scene.hpp"

#include <broadleaf.hpp>

#include <cstdio>
#include <map>
#include <set>

namespace {

using namespace hpp;

template <class S, std::size_t D>
void check_pairs(const std::vector<Host<S, D>>& first, const std::vector<Host<S, D>>& second) {
    const auto boxes = view(first);
    const auto others = view(second);
    const auto overlapping = [&](bool interiors) {
        return self_pairs_of(first, [=](const auto& a, const auto& b) {
            return overlap(a, b, interiors);
        });
    };
    broadleaf::Finder finder;
    broadleaf::List<broadleaf::Pair> list;
    for (const bool interiors : {false, true}) {
        broadleaf::PairOptions options;
        options.interiors = interiors;
        const IdPairs expected = overlapping(interiors);
        require(ordered(finder.self_pairs(boxes, options)) == expected, "self_pairs");
        finder.self_pairs(boxes, list, options);
        require(ordered(list) == expected, "self_pairs into a list");
        require(finder.count_self_pairs(boxes, options) == expected.size(), "count_self_pairs");
        options.threads = 2;
        options.unsorted = true;
        require(sorted(finder.self_pairs(boxes, options)) == expected, "self_pairs, unsorted");
    }
    require(ordered(broadleaf::self_pairs(boxes)) == overlapping(false), "free self_pairs");

    const IdPairs all = overlapping(false);
    IdPairs visited;
    require(finder.visit_self_pairs(boxes, [&](std::uint32_t a,
                                               std::uint32_t b) { visited.emplace_back(a, b); }),
            "visit_self_pairs ends early");
    std::sort(visited.begin(), visited.end());
    require(visited == all, "visit_self_pairs");
    std::size_t calls = 0;
    const bool is_complete =
        finder.visit_self_pairs(boxes, [&](std::uint32_t, std::uint32_t) { return ++calls < 3; });
    require(is_complete == (all.size() < 3) && calls == std::min<std::size_t>(all.size(), 3),
            "visit_self_pairs does not stop");

    IdPairs crossing;
    for (std::size_t a = 0; a < first.size(); ++a) {
        for (std::size_t b = 0; b < second.size(); ++b) {
            if (overlap(first[a], second[b], false)) {
                crossing.emplace_back(a, b);
            }
        }
    }
    require(ordered(finder.cross_pairs(boxes, others)) == crossing, "cross_pairs");
    require(ordered(broadleaf::cross_pairs(boxes, others)) == crossing, "free cross_pairs");
    require(finder.count_cross_pairs(boxes, others) == crossing.size(), "count_cross_pairs");
    visited.clear();
    finder.visit_cross_pairs(boxes, others, [&](std::uint32_t a, std::uint32_t b) {
        visited.emplace_back(a, b);
        return true;
    });
    std::sort(visited.begin(), visited.end());
    require(visited == crossing, "visit_cross_pairs");
}

template <class S, std::size_t D>
void check_labels(const std::vector<Host<S, D>>& hosts) {
    std::vector<broadleaf::Filter> filters;
    std::vector<std::uint32_t> scenes;
    for (std::uint32_t i = 0; i < hosts.size(); ++i) {
        filters.push_back({1u << (i % 3), i % 2 == 0 ? 3u : 7u, i % 5 == 0 ? -1 : 0});
        scenes.push_back(i % 4);
    }
    broadleaf::PairOptions options;
    options.first_filters = filters;
    const IdPairs filtered = self_pairs_of(hosts, [&](const auto& a, const auto& b) {
        return overlap(a, b, false) &&
               allowed(filters[static_cast<std::size_t>(a.tag)],
                       filters[static_cast<std::size_t>(b.tag)]);
    });
    require(ordered(broadleaf::self_pairs(view(hosts), options)) == filtered, "filters");
    options = {};
    options.first_scenes = scenes;
    const IdPairs in_scenes = self_pairs_of(hosts, [&](const auto& a, const auto& b) {
        return overlap(a, b, false) && a.tag % 4 == b.tag % 4;
    });
    require(ordered(broadleaf::self_pairs(view(hosts), options)) == in_scenes, "scenes");
}

// What queries of an index and of a broad phase have in common: `hosts[i]` has the id `ids[i]`.
template <class Structure, class Id, class S, std::size_t D>
void check_queries(const Structure& structure, const std::vector<Host<S, D>>& hosts,
                   const std::vector<Id>& ids, const std::vector<Host<S, D>>& places) {
    const auto windows = structure.windows(view(places));
    broadleaf::QueryOptions three;
    three.limit = 3;
    const auto nearest = structure.nearest(view(places), three);
    std::vector<std::array<broadleaf::Casts::Direction<S>, D>> directions;
    for (std::size_t i = 0; i < places.size(); ++i) {
        directions.push_back(direction<S, D>(i));
    }
    const auto casts = structure.casts(broadleaf::Casts(view(places), directions.data()->data(), 4));
    require(windows.size() == places.size() && nearest.size() == places.size() &&
                casts.size() == places.size(),
            "another number of answers");
    for (std::size_t i = 0; i < places.size(); ++i) {
        std::set<std::uint64_t> expected;
        std::multiset<double> distances;
        std::set<std::uint64_t> surely_hit;
        std::set<std::uint64_t> maybe_hit;
        for (std::size_t k = 0; k < hosts.size(); ++k) {
            if (overlap(places[i], hosts[k], false)) {
                expected.insert(ids[k]);
            }
            distances.insert(distance(places[i], hosts[k]));
            if (sweeps(places[i], directions[i], 4, hosts[k], -1e-4)) {
                surely_hit.insert(ids[k]);
            }
            if (sweeps(places[i], directions[i], 4, hosts[k], 1e-4)) {
                maybe_hit.insert(ids[k]);
            }
        }
        require(std::set<std::uint64_t>(windows[i].begin(), windows[i].end()) == expected &&
                    windows[i].size() == expected.size(),
                "windows");
        std::set<std::uint64_t> visited;
        require(structure.visit_window(view(places[i]),
                                       [&](std::uint64_t id) { visited.insert(id); }),
                "visit_window ends early");
        require(visited == expected, "visit_window");
        int calls = 0;
        structure.visit_window(view(places[i]), [&](std::uint64_t) { return ++calls < 2; });
        require(calls == std::min<int>(2, static_cast<int>(expected.size())),
                "visit_window does not stop");

        require(nearest[i].size() == std::min<std::size_t>(3, hosts.size()), "nearest: number");
        auto closest = distances.begin();
        for (const broadleaf::Hit& hit : nearest[i]) {
            require(std::abs(hit.reach - *closest++) < 1e-5, "nearest: distance");
        }

        std::set<std::uint64_t> hits;
        double reach = 0;
        for (const broadleaf::Hit& hit : casts[i]) {
            require(hit.reach >= reach && hit.reach <= 4, "casts: order");
            reach = hit.reach;
            hits.insert(hit.id);
        }
        require(hits.size() == casts[i].size(), "casts: twice");
        require(std::includes(hits.begin(), hits.end(), surely_hit.begin(), surely_hit.end()) &&
                    std::includes(maybe_hit.begin(), maybe_hit.end(), hits.begin(), hits.end()),
                "casts");
        const broadleaf::Casts one(view(places[i]), directions[i].data(), 4);
        std::set<std::uint64_t> visited_hits;
        structure.visit_cast(one, [&](const broadleaf::Hit& hit) { visited_hits.insert(hit.id); });
        require(visited_hits == hits, "visit_cast");
        double first = 5;
        structure.visit_cast(one, [&](const broadleaf::Hit& hit) {
            first = std::min(first, hit.reach);
            return first;
        });
        require(hits.empty() ? first == 5 : first == casts[i][0].reach, "visit_cast: the first");
    }
}

// Masks of categories, windows that contain boxes, and interiors.
template <class S, std::size_t D>
void check_masks(const broadleaf::Index& tree, const std::vector<Host<S, D>>& hosts,
                 const std::vector<Host<S, D>>& places) {
    broadleaf::QueryOptions masked;
    masked.mask = 5;
    broadleaf::QueryOptions contained;
    contained.contained = true;
    broadleaf::QueryOptions interior;
    interior.interiors = true;
    broadleaf::Answers<std::uint32_t> answers;
    tree.windows(view(places), answers, masked);
    const auto inside = tree.windows(view(places), contained);
    const auto overlapping = tree.windows(view(places), interior);
    for (std::size_t i = 0; i < places.size(); ++i) {
        std::size_t expected[3] = {0, 0, 0};
        for (std::size_t k = 0; k < hosts.size(); ++k) {
            expected[0] += overlap(places[i], hosts[k], false) && k % 3 != 1;
            expected[1] += contains(places[i], hosts[k]);
            expected[2] += overlap(places[i], hosts[k], true);
        }
        require(answers[i].size() == expected[0], "mask");
        require(inside[i].size() == expected[1], "contained");
        require(overlapping[i].size() == expected[2], "interiors");
    }
}

template <class S, std::size_t D>
void check_index(const std::vector<Host<S, D>>& hosts, const std::vector<Host<S, D>>& places) {
    std::vector<std::uint32_t> ids;
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> categories;
    for (std::uint32_t i = 0; i < hosts.size(); ++i) {
        rows.push_back(i);
        ids.push_back(3 * i + 1);
        categories.push_back(1u << (i % 3));
    }
    broadleaf::BuildOptions build;
    build.categories = categories;
    check_queries(broadleaf::Index::build(view(hosts)), hosts, rows, places);
    const auto tree = broadleaf::Index::build(view(hosts), ids, build);
    check_queries(tree, hosts, ids, places);
    require(tree.size() == hosts.size() && tree.info().structure == BROADLEAF_PACKED_TREE &&
                tree.info().dimensions == D && !tree.empty(),
            "info");
    const auto found_ids = tree.ids();
    require(std::equal(found_ids.begin(), found_ids.end(), ids.begin(), ids.end()), "ids");
    require(tree.template boxes<S>(ids) == numbers(hosts), "boxes");
    require(*tree.template bounds<S>() == bounds(hosts), "bounds");
    const auto overlapping =
        self_pairs_of(hosts, [](const auto& a, const auto& b) { return overlap(a, b, false); });
    require(tree.pairs().size() == overlapping.size(), "pairs of an index");
    require(tree.pairs(true).size() == broadleaf::self_pairs(view(hosts), interiors()).size(),
            "pairs of an index: interiors");
    const auto other = broadleaf::Index::build(view(places));
    require(ordered(broadleaf::Index::build(view(hosts)).pairs(other)) ==
                ordered(broadleaf::cross_pairs(view(hosts), view(places))),
            "pairs of two indexes");
    check_masks(tree, hosts, places);

    const auto bytes = tree.bytes();
    check_queries(broadleaf::Index::from_bytes(bytes), hosts, ids, places);
    check_queries(broadleaf::Index::from_mapped(bytes), hosts, ids, places);
}

template <class S, std::size_t D>
void check_changes(broadleaf::Structure structure, std::vector<Host<S, D>> hosts,
                   const std::vector<Host<S, D>>& places) {
    broadleaf::Index index(structure, broadleaf::Kind::of<S>(D));
    require(index.empty() && !index.template bounds<S>().has_value(), "a new index is not empty");
    std::vector<std::uint32_t> ids;
    for (std::uint32_t i = 0; i < hosts.size(); ++i) {
        ids.push_back(2 * i);
    }
    index.insert(view(hosts), ids);
    for (int round = 0; round < 3; ++round) {
        for (auto& host : hosts) {
            for (std::size_t axis = 0; axis < D; ++axis) {
                host.lower[axis] += 1;
                host.upper[axis] += 2;
            }
        }
        index.move(view(hosts), ids);
        index.remove({&ids.back(), 1});
        ids.pop_back();
        hosts.pop_back();
        if (round == 1) {
            index.optimize();
        }
        check_queries(index, hosts, ids, places);
        require(index.template boxes<S>(ids) == numbers(hosts), "boxes after changes");
    }
    broadleaf::Index moved(std::move(index));
    require(moved.size() == hosts.size(), "an index that was moved from");
}

template <class S, std::size_t D>
struct World {
    broadleaf::BroadPhase broad_phase;
    std::map<std::uint64_t, Host<S, D>> proxies;
    std::map<std::uint64_t, broadleaf::Filter> filters;

    std::set<std::pair<std::uint64_t, std::uint64_t>> pairs() const {
        std::set<std::pair<std::uint64_t, std::uint64_t>> pairs;
        for (const auto& [a, first] : proxies) {
            for (const auto& [b, second] : proxies) {
                if (a < b && overlap(first, second, false) &&
                    allowed(filters.at(a), filters.at(b))) {
                    pairs.insert(by_slot(a, b));
                }
            }
        }
        return pairs;
    }
    std::vector<std::uint64_t> ids() const {
        std::vector<std::uint64_t> ids;
        for (const auto& proxy : proxies) {
            ids.push_back(proxy.first);
        }
        return ids;
    }
    std::vector<Host<S, D>> hosts() const {
        std::vector<Host<S, D>> hosts;
        for (const auto& proxy : proxies) {
            hosts.push_back(proxy.second);
        }
        return hosts;
    }
};

template <class S, std::size_t D>
void check_broad_phase(const std::vector<Host<S, D>>& hosts,
                       const std::vector<Host<S, D>>& places) {
    broadleaf::BroadPhaseOptions options;
    options.history = 2;
    World<S, D> world{broadleaf::BroadPhase(broadleaf::Kind::of<S>(D), options), {}, {}};
    broadleaf::BroadPhase& broad_phase = world.broad_phase;
    std::set<std::pair<std::uint64_t, std::uint64_t>> before;
    Random random(D);
    for (int round = 0; round < 6; ++round) {
        broadleaf::ProxyOptions kind;
        kind.filter = {round % 2 == 0 ? 1u : 2u, 3, 0};
        const auto created = broad_phase.create(view(hosts), kind);
        for (std::size_t i = 0; i < hosts.size(); ++i) {
            world.proxies[created[i]] = hosts[i];
            world.filters[created[i]] = kind.filter;
        }
        const std::uint64_t one = broad_phase.create_one(view(hosts[0]));
        world.proxies[one] = hosts[0];
        world.filters[one] = broadleaf::everything;
        std::vector<std::uint64_t> ids = world.ids();
        std::vector<Host<S, D>> moved = world.hosts();
        for (auto& host : moved) {
            const S by = static_cast<S>(random.below(4));
            host.lower[0] += by;
            host.upper[0] += by;
        }
        broad_phase.move(ids, view(moved));
        for (std::size_t i = 0; i < ids.size(); ++i) {
            world.proxies[ids[i]] = moved[i];
        }
        const std::vector<std::uint64_t> gone(ids.begin(), ids.begin() + 10);
        broad_phase.remove(gone);
        for (const std::uint64_t id : gone) {
            world.proxies.erase(id);
            require(!broad_phase.contains(id), "contains a removed proxy");
        }
        const broadleaf::Filter other{2, 2, 0};
        broad_phase.set_filters({&ids.back(), 1}, {&other, 1});
        world.filters[ids.back()] = other;
        require(broad_phase.contains(ids.back()), "contains");

        const std::uint64_t hash = broad_phase.hash();
        const auto now = world.pairs();
        const broadleaf::Events events = broad_phase.step();
        check_events(events, before, now);
        before = now;
        require(as_set(broad_phase.pairs()) == now, "pairs of a broad phase");
        ids = world.ids();
        std::set<std::pair<std::uint64_t, std::uint64_t>> of_first;
        for (const auto& pair : now) {
            if (pair.first == ids[0] || pair.second == ids[0]) {
                of_first.insert(pair);
            }
        }
        require(as_set(broad_phase.pairs_of({&ids[0], 1})) == of_first, "pairs_of");
        require(broad_phase.template boxes<S>(ids) == numbers(world.hosts()), "boxes of proxies");
        check_queries(broad_phase, world.hosts(), ids, places);
        require(broad_phase.size() == ids.size() && broad_phase.ids().size() == ids.size() &&
                    broad_phase.info().frame == static_cast<std::uint64_t>(round + 1),
                "info of a broad phase");
        const auto restored = broadleaf::BroadPhase::restore(broad_phase.save());
        require(restored.hash() == broad_phase.hash() && hash != 0, "save and restore");
    }
    const std::uint64_t hash = broad_phase.hash();
    broad_phase.remove(world.ids());
    require(broad_phase.step().ended.size() == before.size(), "pairs of removed proxies");
    require(broad_phase.empty(), "empty");
    broad_phase.rewind(1);
    require(broad_phase.hash() == hash && broad_phase.size() == world.proxies.size(), "rewind");
    broad_phase.optimize();
    check_queries(broad_phase, world.hosts(), world.ids(), places);
}

// Decisions of the caller, and mobilities.
template <class S, std::size_t D>
void check_decisions(const std::vector<Host<S, D>>& hosts) {
    broadleaf::BroadPhase broad_phase(broadleaf::Kind::of<S>(D));
    auto ids = broad_phase.create(view(hosts));
    const auto all = broad_phase.pairs();
    std::size_t asked = 0;
    const auto events = broad_phase.step_where([&](std::uint64_t a, std::uint64_t b) {
        ++asked;
        return (a + b) % 2 == 0;
    });
    std::size_t even = 0;
    for (const broadleaf::ProxyPair& pair : all) {
        even += (pair.a + pair.b) % 2 == 0;
    }
    require(asked == all.size() && events.begun.size() == even, "step_where");
    const std::vector<std::uint32_t> resting(
        ids.size(), static_cast<std::uint32_t>(broadleaf::Mobility::fixed));
    broad_phase.set_mobilities(ids, resting);
    const auto ended = broad_phase.step();
    require(ended.ended.size() == even && broad_phase.pairs().empty(), "set_mobilities");
    for (const std::uint8_t reason : ended.reasons) {
        require(reason == BROADLEAF_ENDED_MOBILITY, "the reason of an end");
    }
}

// Views of points, rows and single boxes; errors; exceptions of lambdas.
void check_views_and_errors() {
    const float numbers[] = {0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6};
    require(broadleaf::self_pairs(broadleaf::Boxes::rows(numbers, 3, 2)).size() == 1, "rows");
    require(broadleaf::self_pairs(broadleaf::Boxes::points(numbers, 6, 2)).empty(), "points");
    const auto tree = broadleaf::Index::build(broadleaf::Boxes::rows(numbers, 3, 2));
    const float window[] = {2, 2, 5, 5};
    const std::array<float, 4> same{2, 2, 5, 5};
    require(tree.windows(broadleaf::Boxes::one(window))[0].size() == 3, "one box, of an array");
    require(tree.windows(broadleaf::Boxes::one(same))[0].size() == 3, "one box, of a std::array");
    const std::array<float, 2> start{-1, 1};
    const std::array<float, 2> direction{1, 0};
    require(tree.casts(broadleaf::Casts::ray(start, direction))[0].size() == 2, "a ray");

    struct Node {
        std::array<double, 3> position;
    };
    const std::vector<Node> nodes{{{0, 0, 0}}, {{1, 1, 1}}, {{1, 1, 1}}};
    const auto points = broadleaf::Boxes::of<3>(
        nodes, [](const Node& node) { return node.position.data(); },
        [](const Node& node) { return node.position.data(); });
    require(broadleaf::self_pairs(points).size() == 1, "boxes found by lambdas");

    const float wrong[] = {0, 0, 1, 1, 0, 4, 1, 3};
    try {
        broadleaf::self_pairs(broadleaf::Boxes::rows(wrong, 2, 2));
        require(false, "a box with swapped corners is no error");
    } catch (const broadleaf::Error& error) {
        require(error.status() == BROADLEAF_ERROR_BOX && error.row() == 1 && error.axis() == 1 &&
                    std::string(error.what()).size() > 10,
                "the details of an error");
    }
    try {
        const std::uint32_t id = 0;
        tree.boxes<double>({&id, 1});
        require(false, "boxes of another scalar are no error");
    } catch (const broadleaf::Error& error) {
        require(error.status() == BROADLEAF_ERROR_KIND, "the status of another scalar");
    }
    broadleaf::Finder finder;
    try {
        finder.visit_self_pairs(broadleaf::Boxes::rows(numbers, 3, 2),
                                [](std::uint32_t, std::uint32_t) { throw 7; });
        require(false, "an exception of a lambda is lost");
    } catch (int thrown) {
        require(thrown == 7, "another exception");
    }
    require(finder.self_pairs(broadleaf::Boxes::rows(numbers, 3, 2)).size() == 1,
            "a finder after an exception");
    try {
        tree.visit_cast(broadleaf::Casts::ray(start, direction),
                        [](const broadleaf::Hit&) -> double { throw std::string("hit"); });
        require(false, "an exception of a visitor of hits is lost");
    } catch (const std::string& thrown) {
        require(thrown == "hit", "another exception of a visitor of hits");
    }
}

template <class S, std::size_t D>
void check_kind() {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const auto hosts = scene<S, D>(seed, 80);
        const auto places = scene<S, D>(seed + 10, 20);
        check_pairs(hosts, places);
        check_labels(hosts);
        check_index(hosts, places);
        for (const auto structure :
             {broadleaf::Structure::dynamic_tree, broadleaf::Structure::settled_tree,
              broadleaf::Structure::brute_force}) {
            check_changes(structure, hosts, places);
        }
        check_broad_phase(hosts, places);
        check_decisions(hosts);
    }
    check_pairs(std::vector<Host<S, D>>(), scene<S, D>(1, 5));
}

}  // namespace

int main() {
    check_kind<float, 1>();
    check_kind<float, 2>();
    check_kind<float, 3>();
    check_kind<double, 1>();
    check_kind<double, 2>();
    check_kind<double, 3>();
    check_views_and_errors();
    std::puts("broadleaf.hpp: every function answers as brute force does");
}
