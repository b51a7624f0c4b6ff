// Boxes inside structs of a host, and brute force over them.
#pragma once

#include <broadleaf.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hpp {

inline void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "broadleaf.hpp: %s\n", what);
        std::exit(1);
    }
}

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1) {}
    std::uint64_t below(std::uint64_t end) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return (state_ >> 20) % end;
    }

private:
    std::uint64_t state_;
};

// A struct with a box in it, whose corners have a number more than they need, and a gap between.
template <class S, std::size_t D>
struct Host {
    int tag;
    S lower[D + 1];
    S between;
    S upper[D + 1];
};

// Boxes with corners on a grid of halves, so that many touch.
template <class S, std::size_t D>
std::vector<Host<S, D>> scene(std::uint64_t seed, std::size_t count) {
    Random random(seed);
    const std::uint64_t side = D == 1 ? 160 : D == 2 ? 24 : 14;
    std::vector<Host<S, D>> hosts(count);
    for (std::size_t i = 0; i < count; ++i) {
        hosts[i] = {};
        hosts[i].tag = static_cast<int>(i);
        for (std::size_t axis = 0; axis < D; ++axis) {
            hosts[i].lower[axis] = static_cast<S>(random.below(side)) / 2;
            hosts[i].upper[axis] = hosts[i].lower[axis] + static_cast<S>(random.below(5)) / 2;
        }
    }
    return hosts;
}

template <class S, std::size_t D>
broadleaf::Boxes view(const std::vector<Host<S, D>>& hosts) {
    return broadleaf::Boxes::of<D>(hosts, &Host<S, D>::lower, &Host<S, D>::upper);
}
template <class S, std::size_t D>
broadleaf::Boxes view(const Host<S, D>& host) {
    return broadleaf::Boxes::of<D>(broadleaf::Span<const Host<S, D>>(&host, 1), &Host<S, D>::lower,
                                   &Host<S, D>::upper);
}

inline broadleaf::PairOptions interiors() {
    broadleaf::PairOptions options;
    options.interiors = true;
    return options;
}

template <class S, std::size_t D>
bool overlap(const Host<S, D>& a, const Host<S, D>& b, bool interiors) {
    for (std::size_t axis = 0; axis < D; ++axis) {
        const bool touch = a.lower[axis] <= b.upper[axis] && b.lower[axis] <= a.upper[axis];
        const bool inside = a.lower[axis] < b.upper[axis] && b.lower[axis] < a.upper[axis];
        if (interiors ? !inside : !touch) {
            return false;
        }
    }
    return true;
}

template <class S, std::size_t D>
bool contains(const Host<S, D>& outer, const Host<S, D>& inner) {
    for (std::size_t axis = 0; axis < D; ++axis) {
        if (inner.lower[axis] < outer.lower[axis] || inner.upper[axis] > outer.upper[axis]) {
            return false;
        }
    }
    return true;
}

template <class S, std::size_t D>
double distance(const Host<S, D>& a, const Host<S, D>& b) {
    double square = 0;
    for (std::size_t axis = 0; axis < D; ++axis) {
        const double gap = std::max({0.0, static_cast<double>(a.lower[axis] - b.upper[axis]),
                                     static_cast<double>(b.lower[axis] - a.upper[axis])});
        square += gap * gap;
    }
    return std::sqrt(square);
}

// A direction that is zero on some axes.
template <class S, std::size_t D>
std::array<broadleaf::Casts::Direction<S>, D> direction(std::size_t i) {
    std::array<broadleaf::Casts::Direction<S>, D> direction{};
    for (std::size_t axis = 0; axis < D; ++axis) {
        direction[axis] = static_cast<broadleaf::Casts::Direction<S>>((i * 7 + axis * 3) % 5) - 2;
    }
    return direction;
}

// Whether a box that moves meets another one, grown by `slack`, up to a parameter.
template <class S, std::size_t D, class Direction>
bool sweeps(const Host<S, D>& start, const Direction& direction, double length,
            const Host<S, D>& box, double slack) {
    double enter = 0;
    double leave = length;
    for (std::size_t axis = 0; axis < D; ++axis) {
        const double way = static_cast<double>(direction[axis]);
        const double low = static_cast<double>(box.lower[axis] - start.upper[axis]) - slack;
        const double high = static_cast<double>(box.upper[axis] - start.lower[axis]) + slack;
        if (way == 0) {
            if (low > 0 || high < 0) {
                return false;
            }
        } else {
            enter = std::max(enter, std::min(low / way, high / way));
            leave = std::min(leave, std::max(low / way, high / way));
        }
    }
    return enter <= leave;
}

inline bool allowed(const broadleaf::Filter& a, const broadleaf::Filter& b) {
    if (a.group == b.group && a.group != 0) {
        return a.group > 0;
    }
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

using IdPairs = std::vector<std::pair<std::size_t, std::size_t>>;

template <class S, std::size_t D, class F>
IdPairs self_pairs_of(const std::vector<Host<S, D>>& hosts, F&& accepts) {
    IdPairs pairs;
    for (std::size_t a = 0; a < hosts.size(); ++a) {
        for (std::size_t b = a + 1; b < hosts.size(); ++b) {
            if (accepts(hosts[a], hosts[b])) {
                pairs.emplace_back(a, b);
            }
        }
    }
    return pairs;
}

// Pairs in the order of the list.
inline IdPairs ordered(const broadleaf::List<broadleaf::Pair>& list) {
    IdPairs pairs;
    for (const broadleaf::Pair& pair : list) {
        pairs.emplace_back(pair.a, pair.b);
    }
    return pairs;
}
inline IdPairs sorted(const broadleaf::List<broadleaf::Pair>& list) {
    IdPairs pairs = ordered(list);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

// The id with the smaller slot first.
inline std::pair<std::uint64_t, std::uint64_t> by_slot(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint32_t>(a) < static_cast<std::uint32_t>(b) ? std::pair(a, b)
                                                                       : std::pair(b, a);
}

template <class List>
std::set<std::pair<std::uint64_t, std::uint64_t>> as_set(const List& list) {
    std::set<std::pair<std::uint64_t, std::uint64_t>> pairs;
    for (const broadleaf::ProxyPair& pair : list) {
        require(pairs.emplace(pair.a, pair.b).second, "a pair of proxies twice");
    }
    return pairs;
}

inline void check_events(const broadleaf::Events& events,
                         const std::set<std::pair<std::uint64_t, std::uint64_t>>& before,
                         const std::set<std::pair<std::uint64_t, std::uint64_t>>& now) {
    std::set<std::pair<std::uint64_t, std::uint64_t>> begun;
    std::set<std::pair<std::uint64_t, std::uint64_t>> ended;
    std::set_difference(now.begin(), now.end(), before.begin(), before.end(),
                        std::inserter(begun, begun.end()));
    std::set_difference(before.begin(), before.end(), now.begin(), now.end(),
                        std::inserter(ended, ended.end()));
    require(as_set(events.begun) == begun, "pairs that began");
    require(as_set(events.ended) == ended, "pairs that ended");
    require(events.reasons.size() == ended.size(), "reasons");
}

template <class S, std::size_t D>
std::vector<S> numbers(const std::vector<Host<S, D>>& hosts) {
    std::vector<S> numbers;
    for (const Host<S, D>& host : hosts) {
        numbers.insert(numbers.end(), host.lower, host.lower + D);
        numbers.insert(numbers.end(), host.upper, host.upper + D);
    }
    return numbers;
}

template <class S, std::size_t D>
std::vector<S> bounds(const std::vector<Host<S, D>>& hosts) {
    std::vector<S> box = numbers(std::vector<Host<S, D>>{hosts[0]});
    for (const Host<S, D>& host : hosts) {
        for (std::size_t axis = 0; axis < D; ++axis) {
            box[axis] = std::min(box[axis], host.lower[axis]);
            box[axis + D] = std::max(box[axis + D], host.upper[axis]);
        }
    }
    return box;
}

}  // namespace hpp
