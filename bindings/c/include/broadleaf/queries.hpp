// What indexes and broad phases are asked. See broadleaf.hpp.
#pragma once

#include "core.hpp"

#include <cmath>
#include <limits>
#include <type_traits>

namespace broadleaf {

// Options of queries.
struct QueryOptions {
    // Of windows: leaves out boxes that only touch.
    bool interiors = false;
    // Of windows of an index: finds only boxes that lie inside.
    bool contained = false;
    // Of broad phases: queries the fat boxes.
    bool fat = false;
    // Of broad phases: the filter of the query decides alone.
    bool one_way = false;
    // How many threads may share the queries of one call.
    std::uint32_t threads = 1;
    // How many hits each query of casts or of near boxes wants; 0 for all.
    std::size_t limit = 0;
    // Of a search for near boxes: the greatest distance that still counts.
    double max_distance = std::numeric_limits<double>::infinity();
    // Of broad phases: finds only proxies that form pairs with a box of this filter, or all.
    const Filter* filter = nullptr;
    // Of indexes: finds only boxes whose category shares a bit with this mask.
    std::uint32_t mask = std::numeric_limits<std::uint32_t>::max();

    BroadleafQueryOptions c() const {
        BroadleafQueryOptions options = BROADLEAF_QUERY_OPTIONS;
        options.flags = (interiors ? BROADLEAF_INTERIORS : 0) |
                        (contained ? BROADLEAF_CONTAINED : 0) | (fat ? BROADLEAF_FAT : 0) |
                        (one_way ? BROADLEAF_ONE_WAY : 0);
        options.threads = threads;
        options.limit = limit;
        options.max_distance = max_distance;
        options.filter = filter;
        options.mask = mask;
        return options;
    }
};

// A view of rays and moving boxes: see BroadleafCasts.
class Casts {
public:
    // The scalar of directions: `float` of float, `double` of all others.
    template <class S>
    using Direction = std::conditional_t<std::is_same_v<S, float>, float, double>;

    // A view as the C interface describes it.
    constexpr Casts(const BroadleafCasts& casts) : casts_(casts) {}

    // Boxes, or points, that each move by one of `directions` in each unit of the parameter, from 0
    // to `length`. Directions have no gaps and the type `Direction` of the boxes' scalar.
    template <class S>
    Casts(const Boxes& start, const S* directions,
          double length = std::numeric_limits<double>::infinity())
        : Casts(BroadleafCasts{start.c(), directions, start.kind().dimensions * sizeof(S), length,
                               nullptr}) {}

    // One ray.
    template <class S, std::size_t D>
    static Casts ray(const std::array<S, D>& start, const std::array<Direction<S>, D>& direction,
                     double length = std::numeric_limits<double>::infinity()) {
        return Casts(Boxes::points(start.data(), 1, D), direction.data(), length);
    }

    std::size_t size() const noexcept { return casts_.start.count; }
    // The view as the C interface describes it.
    const BroadleafCasts& c() const noexcept { return casts_; }

private:
    BroadleafCasts casts_;
};

// The answers of several queries: `answers[i]` are those of query i.
template <class T>
class Answers {
public:
    std::size_t size() const noexcept { return ends_.size(); }
    Span<const T> operator[](std::size_t i) const {
        const std::size_t start = i == 0 ? 0 : ends_[i - 1];
        return {items_.data() + start, ends_[i] - start};
    }
    // Those of all queries, one after another.
    const List<T>& items() const noexcept { return items_; }

    // Fills the answers of `queries` queries with `call(buffer, capacity, ends, &count)`.
    template <class F>
    void fill(std::size_t queries, F&& call) {
        ends_.resize_without_values(queries);
        items_.fill(4 * queries, [&](T* buffer, std::size_t capacity, std::size_t* count) {
            return call(buffer, capacity, ends_.data(), count);
        });
    }

private:
    List<T> items_;
    List<std::size_t> ends_;
};

namespace detail {

// Calls `visit(id)`.
template <class F>
int visit_id(void* context, std::uint64_t id) {
    return static_cast<Callback<F>*>(context)->call(1, id);
}

// Calls `visit(hit)`.
template <class F>
double visit_hit(void* context, const BroadleafHit* hit) {
    return static_cast<Callback<F>*>(context)->call(-1.0, *hit);
}

// Runs `call(callback, context)` for a lambda that takes an id, and may return false to stop.
template <class F, class Call>
bool visit_ids(F& visit, Call&& call) {
    auto one = [&visit](std::uint64_t id) { return goes_on(visit, id) ? 0 : 1; };
    Callback<decltype(one)> callback(one);
    return callback.finish(call(&visit_id<decltype(one)>, static_cast<void*>(&callback)));
}

// Runs `call(callback, context)` for a lambda that takes a hit. It returns nothing to see all,
// or the greatest parameter that still counts, negative to stop.
template <class F, class Call>
bool visit_hits(F& visit, double length, Call&& call) {
    auto one = [&visit, length](const BroadleafHit& hit) {
        if constexpr (std::is_void_v<std::invoke_result_t<F&, const BroadleafHit&>>) {
            visit(hit);
            return length;
        } else {
            static_cast<void>(length);
            return static_cast<double>(visit(hit));
        }
    };
    Callback<decltype(one)> callback(one);
    return callback.finish(call(&visit_hit<decltype(one)>, static_cast<void*>(&callback)));
}

}  // namespace detail

}  // namespace broadleaf
