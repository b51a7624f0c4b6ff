// All pairs of lists of boxes that overlap. See broadleaf.hpp.
#pragma once

#include "core.hpp"

namespace broadleaf {

// Options of pairs.
struct PairOptions {
    // Leaves out pairs of boxes that only touch.
    bool interiors = false;
    // Leaves lists in the order in which they are found, which saves the time to sort them.
    bool unsorted = false;
    // How many threads may work; 1 where a lambda takes the pairs.
    std::uint32_t threads = 1;
    // A filter for each box of the first and of the second list, or nothing.
    Span<const Filter> first_filters;
    Span<const Filter> second_filters;
    // The scene of each box: only boxes of one scene form pairs. Or nothing.
    Span<const std::uint32_t> first_scenes;
    Span<const std::uint32_t> second_scenes;

    BroadleafPairOptions c() const {
        BroadleafPairOptions options = BROADLEAF_PAIR_OPTIONS;
        options.flags = (interiors ? BROADLEAF_INTERIORS : 0) | (unsorted ? BROADLEAF_UNSORTED : 0);
        options.threads = threads;
        options.first = {first_filters.data(), first_scenes.data()};
        options.second = {second_filters.data(), second_scenes.data()};
        return options;
    }
};

// Scratch memory for pairs: a finder that is used again allocates less.
class Finder {
public:
    Finder() {
        BroadleafFinder* handle = nullptr;
        detail::check(broadleaf_finder_new(&handle));
        handle_.reset(handle);
    }

    // The pairs of boxes in a list that overlap, each once, with a < b.
    List<Pair> self_pairs(const Boxes& boxes, const PairOptions& options = {}) {
        List<Pair> pairs;
        self_pairs(boxes, pairs, options);
        return pairs;
    }
    // The same, into a list that may have memory already.
    void self_pairs(const Boxes& boxes, List<Pair>& pairs, const PairOptions& options = {}) {
        const BroadleafPairOptions c = options.c();
        pairs.fill(4 * boxes.size(), [&](Pair* buffer, std::size_t capacity, std::size_t* count) {
            return broadleaf_self_pairs(c_handle(), &boxes.c(), &c, buffer, capacity, count);
        });
    }
    // The number of these pairs.
    std::uint64_t count_self_pairs(const Boxes& boxes, const PairOptions& options = {}) {
        const BroadleafPairOptions c = options.c();
        std::uint64_t count = 0;
        detail::check(broadleaf_self_pairs_count(c_handle(), &boxes.c(), &c, &count));
        return count;
    }
    // Calls `visit(a, b)` for each of these pairs, in the order in which they are found. If it
    // returns a value, false ends the search. Whether the search went to its end.
    template <class F>
    bool visit_self_pairs(const Boxes& boxes, F&& visit, const PairOptions& options = {}) {
        const BroadleafPairOptions c = options.c();
        auto block = block_of(visit);
        detail::Callback<decltype(block)> callback(block);
        return callback.finish(broadleaf_self_pairs_visit(
            c_handle(), &boxes.c(), &c, &visit_block<decltype(block)>, &callback));
    }

    // The pairs of a box `a` in the first list and a box `b` in the second that overlap.
    List<Pair> cross_pairs(const Boxes& first, const Boxes& second,
                           const PairOptions& options = {}) {
        List<Pair> pairs;
        cross_pairs(first, second, pairs, options);
        return pairs;
    }
    void cross_pairs(const Boxes& first, const Boxes& second, List<Pair>& pairs,
                     const PairOptions& options = {}) {
        const BroadleafPairOptions c = options.c();
        const std::size_t guess = 2 * (first.size() + second.size());
        pairs.fill(guess, [&](Pair* buffer, std::size_t capacity, std::size_t* count) {
            return broadleaf_cross_pairs(c_handle(), &first.c(), &second.c(), &c, buffer, capacity,
                                         count);
        });
    }
    std::uint64_t count_cross_pairs(const Boxes& first, const Boxes& second,
                                    const PairOptions& options = {}) {
        const BroadleafPairOptions c = options.c();
        std::uint64_t count = 0;
        detail::check(
            broadleaf_cross_pairs_count(c_handle(), &first.c(), &second.c(), &c, &count));
        return count;
    }
    template <class F>
    bool visit_cross_pairs(const Boxes& first, const Boxes& second, F&& visit,
                           const PairOptions& options = {}) {
        const BroadleafPairOptions c = options.c();
        auto block = block_of(visit);
        detail::Callback<decltype(block)> callback(block);
        return callback.finish(broadleaf_cross_pairs_visit(c_handle(), &first.c(), &second.c(), &c,
                                                           &visit_block<decltype(block)>,
                                                           &callback));
    }

    BroadleafFinder* c_handle() const noexcept { return handle_.get(); }

private:
    // A function of a block of pairs that returns what the C interface expects.
    template <class F>
    static auto block_of(F& visit) {
        return [&visit](const BroadleafPair* pairs, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) {
                if (!detail::goes_on(visit, pairs[i].a, pairs[i].b)) {
                    return 1;
                }
            }
            return 0;
        };
    }

    template <class Block>
    static int visit_block(void* context, const BroadleafPair* pairs, std::size_t count) {
        return static_cast<detail::Callback<Block>*>(context)->call(1, pairs, count);
    }

    std::unique_ptr<BroadleafFinder, detail::Freer<BroadleafFinder, broadleaf_finder_free>> handle_;
};

// The same without scratch memory that is kept.
inline List<Pair> self_pairs(const Boxes& boxes, const PairOptions& options = {}) {
    return Finder().self_pairs(boxes, options);
}
inline List<Pair> cross_pairs(const Boxes& first, const Boxes& second,
                              const PairOptions& options = {}) {
    return Finder().cross_pairs(first, second, options);
}

}  // namespace broadleaf
