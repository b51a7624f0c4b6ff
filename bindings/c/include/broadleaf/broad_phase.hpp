// Broad phases: boxes that come, move and leave, and the pairs that begin and end. See
// broadleaf.hpp.
#pragma once

#include "queries.hpp"

#include <vector>

namespace broadleaf {

// How a fat box follows from a box.
enum class Margin : std::uint32_t {
    tight = BROADLEAF_MARGIN_TIGHT,
    fatten = BROADLEAF_MARGIN_FATTEN,
    proportional = BROADLEAF_MARGIN_PROPORTIONAL,
    snap = BROADLEAF_MARGIN_SNAP,
};

// Options of a broad phase.
struct BroadPhaseOptions {
    Margin margin = Margin::tight;
    double extension = 0;
    double prediction = 0;
    bool reports_stays = false;
    // How many steps can be rewound.
    std::size_t history = 0;
    // The greatest number of proxies; 0 for as many as there are ids.
    std::size_t max_proxies = 0;

    BroadleafBroadPhaseOptions c() const {
        BroadleafBroadPhaseOptions options = BROADLEAF_BROAD_PHASE_OPTIONS;
        options.margin = static_cast<std::uint32_t>(margin);
        options.reports_stays = reports_stays ? 1 : 0;
        options.extension = extension;
        options.prediction = prediction;
        options.history = history;
        options.max_proxies = max_proxies;
        return options;
    }
};

// How a proxy moves.
enum class Mobility : std::uint32_t {
    dynamic = BROADLEAF_DYNAMIC,
    kinematic = BROADLEAF_KINEMATIC,
    fixed = BROADLEAF_STATIC,
    sleeping = BROADLEAF_SLEEPING,
};

// How new proxies are.
struct ProxyOptions {
    Mobility mobility = Mobility::dynamic;
    Filter filter = everything;

    BroadleafProxyOptions c() const {
        BroadleafProxyOptions options = BROADLEAF_PROXY_OPTIONS;
        options.mobility = static_cast<std::uint32_t>(mobility);
        options.filter = filter;
        return options;
    }
};

// Options of a step.
struct StepOptions {
    std::uint32_t threads = 1;
};

// What happened in a step. The lists are valid until the broad phase is stepped, rewound or
// destroyed.
struct Events {
    Span<const ProxyPair> begun;
    Span<const ProxyPair> ended;
    // Why each pair ended: BROADLEAF_ENDED_APART, …
    Span<const std::uint8_t> reasons;
    // Empty unless reported.
    Span<const ProxyPair> stayed;
};

class BroadPhase {
public:
    // A broad phase without proxies.
    explicit BroadPhase(Kind kind, const BroadPhaseOptions& options = {}) {
        const BroadleafBroadPhaseOptions c = options.c();
        take([&](BroadleafBroadPhase** handle) {
            return broadleaf_broad_phase_new(kind.scalar, kind.dimensions, &c, handle);
        });
    }

    // The broad phase in these bytes of `save`, with the same ids. It remembers `history` steps.
    static BroadPhase restore(Span<const std::byte> bytes, std::size_t history = 0) {
        return BroadPhase([&](BroadleafBroadPhase** handle) {
            return broadleaf_broad_phase_restore(bytes.data(), bytes.size(), history, handle);
        });
    }
    // The whole state, without the history.
    List<std::byte> save() const {
        List<std::byte> bytes;
        bytes.fill(0, [&](std::byte* buffer, std::size_t capacity, std::size_t* count) {
            return broadleaf_broad_phase_save(c_handle(), buffer, capacity, count);
        });
        return bytes;
    }
    // A hash of the state, the same on every machine.
    std::uint64_t hash() const {
        std::uint64_t hash = 0;
        detail::check(broadleaf_broad_phase_hash(c_handle(), &hash));
        return hash;
    }
    // Goes back to the state after an earlier step.
    void rewind(std::size_t steps) {
        detail::check(broadleaf_broad_phase_rewind(c_handle(), steps));
    }

    BroadleafBroadPhaseInfo info() const {
        BroadleafBroadPhaseInfo info{};
        info.size = sizeof info;
        detail::check(broadleaf_broad_phase_info(c_handle(), &info));
        return info;
    }
    std::size_t size() const { return info().count; }
    bool empty() const { return size() == 0; }

    // Adds a proxy for each box; returns their ids.
    std::vector<std::uint64_t> create(const Boxes& boxes, const ProxyOptions& options = {}) {
        return create(boxes, options.c());
    }
    // The same, with mobilities and filters of each proxy.
    std::vector<std::uint64_t> create(const Boxes& boxes, const BroadleafProxyOptions& options) {
        std::vector<std::uint64_t> ids(boxes.size());
        detail::check(
            broadleaf_broad_phase_create(c_handle(), &boxes.c(), &options, ids.data()));
        return ids;
    }
    // Adds a proxy for one box.
    std::uint64_t create_one(const Boxes& box, const ProxyOptions& options = {}) {
        if (box.size() != 1) {
            detail::fail(BROADLEAF_ERROR_SIZE, "create_one takes one box");
        }
        const BroadleafProxyOptions c = options.c();
        std::uint64_t id = BROADLEAF_NO_PROXY;
        detail::check(broadleaf_broad_phase_create(c_handle(), &box.c(), &c, &id));
        return id;
    }
    // Gives proxies other boxes, one for each id. Returns how many left their fat boxes.
    // `displacements`: corners without gaps of the scalar of the boxes, or null.
    std::size_t move(Span<const std::uint64_t> ids, const Boxes& boxes,
                     const void* displacements = nullptr) {
        std::size_t reinserted = 0;
        detail::check(broadleaf_broad_phase_move(c_handle(), ids.data(), &boxes.c(), displacements,
                                                 &reinserted));
        return reinserted;
    }
    void remove(Span<const std::uint64_t> ids) {
        detail::check(broadleaf_broad_phase_remove(c_handle(), ids.data(), ids.size()));
    }
    // Give proxies other filters or mobilities, one for each id.
    void set_filters(Span<const std::uint64_t> ids, Span<const Filter> filters) {
        detail::check(broadleaf_broad_phase_set_filters(c_handle(), ids.data(), ids.size(),
                                                        filters.data()));
    }
    void set_mobilities(Span<const std::uint64_t> ids, Span<const std::uint32_t> mobilities) {
        detail::check(broadleaf_broad_phase_set_mobilities(c_handle(), ids.data(), ids.size(),
                                                           mobilities.data()));
    }

    // Ends a frame: which pairs began and ended since the last step.
    Events step(const StepOptions& options = {}) {
        BroadleafStepOptions c = BROADLEAF_STEP_OPTIONS;
        c.threads = options.threads;
        return step_with(c);
    }
    // The same, where `allow(a, b)` decides about pairs that would begin.
    template <class F>
    Events step_where(F&& allow, const StepOptions& options = {}) {
        auto decide = [&allow](std::uint64_t a, std::uint64_t b) { return allow(a, b) ? 1 : 0; };
        using Decide = decltype(decide);
        detail::Callback<Decide> callback(decide);
        BroadleafStepOptions c = BROADLEAF_STEP_OPTIONS;
        c.threads = options.threads;
        c.context = &callback;
        c.allow = [](void* context, std::uint64_t a, std::uint64_t b) {
            return static_cast<detail::Callback<Decide>*>(context)->call(0, a, b);
        };
        BroadleafEvents events = BROADLEAF_EVENTS;
        callback.finish(broadleaf_broad_phase_step(c_handle(), &c, &events));
        return lists(events);
    }
    // Makes queries and steps as fast as in a new broad phase.
    void optimize() { detail::check(broadleaf_broad_phase_optimize(c_handle())); }

    // All ids, by slot.
    List<std::uint64_t> ids() const {
        List<std::uint64_t> ids;
        ids.fill(size(), [&](std::uint64_t* buffer, std::size_t capacity, std::size_t* count) {
            return broadleaf_broad_phase_ids(c_handle(), buffer, capacity, count);
        });
        return ids;
    }
    bool contains(std::uint64_t id) const {
        std::uint8_t contains = 0;
        detail::check(broadleaf_broad_phase_contains(c_handle(), &id, 1, &contains));
        return contains != 0;
    }
    // The boxes of these proxies, or their fat boxes: lower corner, upper corner, without gaps.
    template <class S>
    std::vector<S> boxes(Span<const std::uint64_t> ids, bool fat = false) const {
        const BroadleafBroadPhaseInfo found = info();
        detail::check_scalar<S>(found.scalar);
        std::vector<S> numbers(ids.size() * 2 * found.dimensions);
        detail::check(broadleaf_broad_phase_boxes(c_handle(), ids.data(), ids.size(),
                                                  fat ? BROADLEAF_FAT : 0, numbers.data(),
                                                  numbers.size() * sizeof(S)));
        return numbers;
    }

    // All pairs that filters and mobilities allow and whose boxes, or fat boxes, overlap.
    List<ProxyPair> pairs(bool fat = false) const {
        List<ProxyPair> pairs;
        const std::uint32_t flags = fat ? BROADLEAF_FAT : 0;
        pairs.fill(4 * size(), [&](ProxyPair* buffer, std::size_t capacity, std::size_t* count) {
            return broadleaf_broad_phase_pairs(c_handle(), flags, buffer, capacity, count);
        });
        return pairs;
    }
    // Those of these pairs in which a proxy is one of `ids`, each once.
    List<ProxyPair> pairs_of(Span<const std::uint64_t> ids, bool fat = false) const {
        List<ProxyPair> pairs;
        const std::uint32_t flags = fat ? BROADLEAF_FAT : 0;
        const std::size_t guess = 8 * ids.size();
        pairs.fill(guess, [&](ProxyPair* buffer, std::size_t capacity, std::size_t* count) {
            return broadleaf_broad_phase_pairs_of(c_handle(), ids.data(), ids.size(), flags, buffer,
                                                  capacity, count);
        });
        return pairs;
    }

    // The ids of the proxies that overlap each window, in order.
    Answers<std::uint64_t> windows(const Boxes& windows, const QueryOptions& options = {}) const {
        const BroadleafQueryOptions c = options.c();
        Answers<std::uint64_t> answers;
        answers.fill(windows.size(), [&](auto* buffer, auto capacity, auto* ends, auto* count) {
            return broadleaf_broad_phase_windows(c_handle(), &windows.c(), &c, buffer, capacity,
                                                 ends, count);
        });
        return answers;
    }
    // What each ray or moving box hits, by reach.
    Answers<Hit> casts(const Casts& casts, const QueryOptions& options = {}) const {
        const BroadleafQueryOptions c = options.c();
        Answers<Hit> answers;
        answers.fill(casts.size(), [&](auto* buffer, auto capacity, auto* ends, auto* count) {
            return broadleaf_broad_phase_casts(c_handle(), &casts.c(), &c, buffer, capacity, ends,
                                               count);
        });
        return answers;
    }
    // The proxies nearest to each of these boxes or points, by distance.
    Answers<Hit> nearest(const Boxes& places, const QueryOptions& options = {}) const {
        const BroadleafQueryOptions c = options.c();
        Answers<Hit> answers;
        answers.fill(places.size(), [&](auto* buffer, auto capacity, auto* ends, auto* count) {
            return broadleaf_broad_phase_nearest(c_handle(), &places.c(), &c, buffer, capacity,
                                                 ends, count);
        });
        return answers;
    }

    // Call `visit(id)` or `visit(hit)`: see Index.
    template <class F>
    bool visit_window(const Boxes& window, F&& visit, const QueryOptions& options = {}) const {
        const BroadleafQueryOptions c = options.c();
        return detail::visit_ids(visit, [&](BroadleafVisitId callback, void* context) {
            return broadleaf_broad_phase_visit_window(c_handle(), &window.c(), &c, callback,
                                                      context);
        });
    }
    template <class F>
    bool visit_cast(const Casts& cast, F&& visit, const QueryOptions& options = {}) const {
        const BroadleafQueryOptions c = options.c();
        const double length = cast.c().length;
        return detail::visit_hits(visit, length, [&](BroadleafVisitHit callback, void* context) {
            return broadleaf_broad_phase_visit_cast(c_handle(), &cast.c(), &c, callback, context);
        });
    }

    BroadleafBroadPhase* c_handle() const noexcept { return handle_.get(); }

private:
    template <class F, class = std::enable_if_t<std::is_invocable_v<F, BroadleafBroadPhase**>>>
    explicit BroadPhase(F&& call) {
        take(std::forward<F>(call));
    }

    template <class F>
    void take(F&& call) {
        BroadleafBroadPhase* handle = nullptr;
        detail::check(call(&handle));
        handle_.reset(handle);
    }

    Events step_with(const BroadleafStepOptions& options) {
        BroadleafEvents events = BROADLEAF_EVENTS;
        detail::check(broadleaf_broad_phase_step(c_handle(), &options, &events));
        return lists(events);
    }

    static Events lists(const BroadleafEvents& events) {
        return {{events.begun, events.begun_count},
                {events.ended, events.ended_count},
                {events.reasons, events.ended_count},
                {events.stayed, events.stayed_count}};
    }

    std::unique_ptr<BroadleafBroadPhase,
                    detail::Freer<BroadleafBroadPhase, broadleaf_broad_phase_free>>
        handle_;
};

}  // namespace broadleaf
