// Indexes: maps from ids to boxes that answer queries. See broadleaf.hpp.
#pragma once

#include "queries.hpp"

#include <optional>
#include <vector>

namespace broadleaf {

// Options of a packed tree.
struct BuildOptions {
    // Orders boxes along a space-filling curve: builds several times as fast.
    bool curve = false;
    std::uint32_t threads = 1;
    // The category of each box, as bits, or nothing: all bits.
    Span<const std::uint32_t> categories;

    BroadleafBuildOptions c() const {
        BroadleafBuildOptions options = BROADLEAF_BUILD_OPTIONS;
        options.order = curve ? BROADLEAF_ORDER_CURVE : BROADLEAF_ORDER_CUTS;
        options.threads = threads;
        options.categories = categories.data();
        return options;
    }
};

// The structures of an index that changes.
enum class Structure : std::uint32_t {
    dynamic_tree = BROADLEAF_DYNAMIC_TREE,
    settled_tree = BROADLEAF_SETTLED_TREE,
    brute_force = BROADLEAF_BRUTE_FORCE,
};

// Boxes by ids of 32 bits: a packed tree, which does not change, or a structure that does.
class Index {
public:
    // An empty index of a structure that changes.
    Index(Structure structure, Kind kind) {
        take([&](BroadleafIndex** handle) {
            return broadleaf_index_new(static_cast<std::uint32_t>(structure), kind.scalar,
                                       kind.dimensions, handle);
        });
    }

    // The packed tree of these boxes. Ids are the rows.
    static Index build(const Boxes& boxes, const BuildOptions& options = {}) {
        return build(boxes, {}, options);
    }
    // The packed tree of boxes with ids of the caller, all different.
    static Index build(const Boxes& boxes, Span<const std::uint32_t> ids,
                       const BuildOptions& options = {}) {
        const BroadleafBuildOptions c = options.c();
        return Index([&](BroadleafIndex** handle) {
            return broadleaf_index_build(&boxes.c(), ids.data(), &c, handle);
        });
    }
    // The packed tree in these bytes, which are copied.
    static Index from_bytes(Span<const std::byte> bytes) {
        return Index([&](BroadleafIndex** handle) {
            return broadleaf_index_from_bytes(bytes.data(), bytes.size(), handle);
        });
    }
    // The packed tree in these bytes, which stay unchanged as long as the index lives.
    static Index from_mapped(Span<const std::byte> bytes) {
        return Index([&](BroadleafIndex** handle) {
            return broadleaf_index_from_mapped(bytes.data(), bytes.size(), handle);
        });
    }

    // The bytes of a packed tree, valid as long as the index lives.
    Span<const std::byte> bytes() const {
        const void* bytes = nullptr;
        std::size_t size = 0;
        detail::check(broadleaf_index_bytes(c_handle(), &bytes, &size));
        return {static_cast<const std::byte*>(bytes), size};
    }

    BroadleafIndexInfo info() const {
        BroadleafIndexInfo info{};
        info.size = sizeof info;
        detail::check(broadleaf_index_info(c_handle(), &info));
        return info;
    }
    std::size_t size() const { return info().count; }
    bool empty() const { return size() == 0; }

    // All ids, ascending.
    List<std::uint32_t> ids() const {
        List<std::uint32_t> ids;
        ids.fill(size(), [&](std::uint32_t* buffer, std::size_t capacity, std::size_t* count) {
            return broadleaf_index_ids(c_handle(), buffer, capacity, count);
        });
        return ids;
    }
    // The boxes with these ids: lower corner, upper corner, without gaps.
    template <class S>
    std::vector<S> boxes(Span<const std::uint32_t> ids) const {
        std::vector<S> numbers(ids.size() * numbers_of_a_box<S>());
        detail::check(broadleaf_index_boxes(c_handle(), ids.data(), ids.size(), numbers.data(),
                                            numbers.size() * sizeof(S)));
        return numbers;
    }
    // The box around all boxes, in the same form, if there are any.
    template <class S>
    std::optional<std::vector<S>> bounds() const {
        std::vector<S> numbers(numbers_of_a_box<S>());
        std::size_t count = 0;
        detail::check(broadleaf_index_bounds(c_handle(), numbers.data(),
                                             numbers.size() * sizeof(S), &count));
        return count == 0 ? std::nullopt : std::optional(std::move(numbers));
    }

    // Changes, of all structures but the packed tree. Each list has an element for each box.
    void insert(const Boxes& boxes, Span<const std::uint32_t> ids,
                Span<const std::uint32_t> categories = {}) {
        detail::check(
            broadleaf_index_insert(c_handle(), &boxes.c(), ids.data(), categories.data()));
    }
    void move(const Boxes& boxes, Span<const std::uint32_t> ids) {
        detail::check(broadleaf_index_move(c_handle(), &boxes.c(), ids.data()));
    }
    void remove(Span<const std::uint32_t> ids) {
        detail::check(broadleaf_index_remove(c_handle(), ids.data(), ids.size()));
    }
    // Makes queries as fast as after a build.
    void optimize() { detail::check(broadleaf_index_optimize(c_handle())); }

    // The ids of the boxes that overlap each window, ascending.
    Answers<std::uint32_t> windows(const Boxes& windows, const QueryOptions& options = {}) const {
        Answers<std::uint32_t> answers;
        this->windows(windows, answers, options);
        return answers;
    }
    void windows(const Boxes& windows, Answers<std::uint32_t>& answers,
                 const QueryOptions& options = {}) const {
        const BroadleafQueryOptions c = options.c();
        answers.fill(windows.size(), [&](auto* buffer, auto capacity, auto* ends, auto* count) {
            return broadleaf_index_windows(c_handle(), &windows.c(), &c, buffer, capacity, ends,
                                           count);
        });
    }
    // What each ray or moving box hits, by reach.
    Answers<Hit> casts(const Casts& casts, const QueryOptions& options = {}) const {
        const BroadleafQueryOptions c = options.c();
        Answers<Hit> answers;
        answers.fill(casts.size(), [&](auto* buffer, auto capacity, auto* ends, auto* count) {
            return broadleaf_index_casts(c_handle(), &casts.c(), &c, buffer, capacity, ends, count);
        });
        return answers;
    }
    // The boxes nearest to each of these boxes or points, by distance.
    Answers<Hit> nearest(const Boxes& places, const QueryOptions& options = {}) const {
        Answers<Hit> answers;
        nearest(places, answers, options);
        return answers;
    }
    void nearest(const Boxes& places, Answers<Hit>& answers,
                 const QueryOptions& options = {}) const {
        const BroadleafQueryOptions c = options.c();
        answers.fill(places.size(), [&](auto* buffer, auto capacity, auto* ends, auto* count) {
            return broadleaf_index_nearest(c_handle(), &places.c(), &c, buffer, capacity, ends,
                                           count);
        });
    }

    // Calls `visit(id)` for each box that overlaps one window, in no particular order. If it returns
    // a value, false ends the search. Whether the search went to its end.
    template <class F>
    bool visit_window(const Boxes& window, F&& visit, const QueryOptions& options = {}) const {
        const BroadleafQueryOptions c = options.c();
        return detail::visit_ids(visit, [&](BroadleafVisitId callback, void* context) {
            return broadleaf_index_visit_window(c_handle(), &window.c(), &c, callback, context);
        });
    }
    // Calls `visit(hit)` for what one ray or moving box hits. If it returns a number, that is the
    // greatest parameter that counts from now on, and a negative one ends the search.
    template <class F>
    bool visit_cast(const Casts& cast, F&& visit, const QueryOptions& options = {}) const {
        const BroadleafQueryOptions c = options.c();
        const double length = cast.c().length;
        return detail::visit_hits(visit, length, [&](BroadleafVisitHit callback, void* context) {
            return broadleaf_index_visit_cast(c_handle(), &cast.c(), &c, callback, context);
        });
    }

    // The pairs of boxes of the index that overlap, with a < b.
    List<Pair> pairs(bool interiors = false) const { return pairs_with(nullptr, interiors); }
    // Those of a box of this index and a box of the other one.
    List<Pair> pairs(const Index& other, bool interiors = false) const {
        return pairs_with(other.c_handle(), interiors);
    }

    BroadleafIndex* c_handle() const noexcept { return handle_.get(); }

private:
    template <class F, class = std::enable_if_t<std::is_invocable_v<F, BroadleafIndex**>>>
    explicit Index(F&& call) {
        take(std::forward<F>(call));
    }

    template <class F>
    void take(F&& call) {
        BroadleafIndex* handle = nullptr;
        detail::check(call(&handle));
        handle_.reset(handle);
    }

    // The number of numbers of a box, if their type is `S`.
    template <class S>
    std::size_t numbers_of_a_box() const {
        const BroadleafIndexInfo found = info();
        detail::check_scalar<S>(found.scalar);
        return 2 * found.dimensions;
    }

    List<Pair> pairs_with(const BroadleafIndex* other, bool interiors) const {
        const std::uint32_t flags = interiors ? BROADLEAF_INTERIORS : 0;
        List<Pair> pairs;
        pairs.fill(4 * size(), [&](Pair* buffer, std::size_t capacity, std::size_t* count) {
            return broadleaf_index_pairs(c_handle(), other, flags, buffer, capacity, count);
        });
        return pairs;
    }

    std::unique_ptr<BroadleafIndex, detail::Freer<BroadleafIndex, broadleaf_index_free>> handle_;
};

}  // namespace broadleaf
