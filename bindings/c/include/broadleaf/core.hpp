// Errors, views of the caller's memory, and lists. See broadleaf.hpp.
#pragma once

#include "../broadleaf.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace broadleaf {

// Two boxes by their rows or ids; a hit of a ray; a filter: see broadleaf.h.
using Pair = BroadleafPair;
using ProxyPair = BroadleafProxyPair;
using Hit = BroadleafHit;
using Filter = BroadleafFilter;

// A filter that lets everything through.
inline constexpr Filter everything = BROADLEAF_FILTER_ALL;

// What was wrong with a call.
class Error : public std::runtime_error {
public:
    explicit Error(const BroadleafError& error) : std::runtime_error(error.text), error_(error) {
        error_.text = nullptr;
    }

    // One of the constants BROADLEAF_ERROR_….
    BroadleafStatus status() const noexcept { return error_.status; }
    // The row of the box, ray or id, or BROADLEAF_NO_ROW.
    std::uint64_t row() const noexcept { return error_.row; }
    // The axis of the number, or BROADLEAF_NO_AXIS.
    std::uint32_t axis() const noexcept { return error_.axis; }
    // The number that is wrong, or the id.
    double value() const noexcept { return error_.value; }

private:
    BroadleafError error_;
};

namespace detail {

// Throws an error, or ends the program where there are no exceptions.
[[noreturn]] inline void fail(const BroadleafError& error) {
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    throw Error(error);
#else
    std::fprintf(stderr, "broadleaf: %s\n", error.text);
    std::abort();
#endif
}

// Throws an error that this header finds, before the library is called.
[[noreturn]] inline void fail(BroadleafStatus status, const char* text) {
    fail(BroadleafError{status, BROADLEAF_NO_AXIS, BROADLEAF_NO_ROW, 0, text});
}

// Throws if a call failed; returns the status of one that did not.
inline BroadleafStatus check(BroadleafStatus status) {
    if (status < 0) {
        BroadleafError error;
        broadleaf_last_error(&error);
        fail(error);
    }
    return status;
}

// A callable behind the `void *` of a callback, which exceptions do not leave.
template <class F>
class Callback {
public:
    explicit Callback(F& function) : function_(function) {}

    // Calls the function; after an exception returns `otherwise`.
    template <class R, class... Arguments>
    R call(R otherwise, Arguments&&... arguments) noexcept {
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
        try {
            return function_(std::forward<Arguments>(arguments)...);
        } catch (...) {
            thrown_ = std::current_exception();
            return otherwise;
        }
#else
        static_cast<void>(otherwise);
        return function_(std::forward<Arguments>(arguments)...);
#endif
    }

    // Throws what the function threw, or else the error of the call. Whether the call went to its
    // end.
    bool finish(BroadleafStatus status) {
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
        if (thrown_ != nullptr) {
            std::rethrow_exception(thrown_);
        }
#endif
        return check(status) != BROADLEAF_STOPPED;
    }

private:
    F& function_;
    std::exception_ptr thrown_;
};

// Calls a visitor that returns nothing, or whether to go on. Whether to go on.
template <class F, class... Arguments>
bool goes_on(F& function, Arguments&&... arguments) {
    if constexpr (std::is_void_v<std::invoke_result_t<F&, Arguments...>>) {
        function(std::forward<Arguments>(arguments)...);
        return true;
    } else {
        return static_cast<bool>(function(std::forward<Arguments>(arguments)...));
    }
}

// An owner of a handle.
template <class Handle, BroadleafStatus (*Free)(Handle*)>
struct Freer {
    void operator()(Handle* handle) const noexcept { Free(handle); }
};

// The constant of a scalar.
template <class S>
constexpr std::uint32_t scalar_of() {
    if constexpr (std::is_same_v<S, float>) {
        return BROADLEAF_F32;
    } else if constexpr (std::is_same_v<S, double>) {
        return BROADLEAF_F64;
    } else if constexpr (std::is_integral_v<S> && std::is_signed_v<S> && sizeof(S) == 4) {
        return BROADLEAF_I32;
    } else {
        static_assert(std::is_integral_v<S> && std::is_signed_v<S> && sizeof(S) == 8,
                      "a scalar is float, double, std::int32_t or std::int64_t");
        return BROADLEAF_I64;
    }
}

// The first number of a corner: an array of numbers, or a type with `data()`.
template <class S, std::size_t N>
const S* first_number(const S (&corner)[N]) {
    return corner;
}
template <class Corner>
auto first_number(const Corner& corner) -> decltype(corner.data()) {
    return corner.data();
}

// Refuses to write boxes of one scalar into memory of another one.
template <class S>
void check_scalar(std::uint32_t scalar) {
    if (scalar != scalar_of<S>()) {
        fail(BROADLEAF_ERROR_KIND, "the boxes have another scalar than the list that was asked for");
    }
}

inline std::size_t bytes_between(const void* from, const void* to) {
    return static_cast<std::size_t>(static_cast<const char*>(to) - static_cast<const char*>(from));
}

}  // namespace detail

// A view of a list: an address and a length, like `std::span` of C++20.
template <class T>
class Span {
public:
    constexpr Span() = default;
    constexpr Span(T* data, std::size_t size) : data_(data), size_(size) {}
    template <std::size_t N>
    constexpr Span(T (&array)[N]) : data_(array), size_(N) {}
    // Of anything that has `data()` and `size()`.
    template <class List, class = std::enable_if_t<std::is_convertible_v<
                              decltype(std::declval<List&>().data()), T*>>>
    constexpr Span(List&& list) : data_(list.data()), size_(list.size()) {}

    constexpr T* data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T* begin() const noexcept { return data_; }
    constexpr T* end() const noexcept { return data_ + size_; }
    constexpr T& operator[](std::size_t i) const { return data_[i]; }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

// A list that the library fills. Unlike `std::vector`, it does not write its memory before. Give the
// same list to several calls, and they allocate only where it has to grow.
template <class T>
class List {
public:
    static_assert(std::is_trivially_copyable_v<T>, "lists hold plain data");

    List() = default;
    List(List&& other) noexcept { swap(other); }
    List& operator=(List&& other) noexcept {
        swap(other);
        return *this;
    }

    T* data() noexcept { return memory_.get(); }
    const T* data() const noexcept { return memory_.get(); }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    std::size_t capacity() const noexcept { return capacity_; }
    T* begin() noexcept { return data(); }
    T* end() noexcept { return data() + size_; }
    const T* begin() const noexcept { return data(); }
    const T* end() const noexcept { return data() + size_; }
    T& operator[](std::size_t i) { return memory_[i]; }
    const T& operator[](std::size_t i) const { return memory_[i]; }
    void clear() noexcept { size_ = 0; }

    // Makes the list `size` long. Its elements have any value.
    void resize_without_values(std::size_t size) {
        if (size > capacity_) {
            memory_.reset(new T[size]);
            capacity_ = size;
        }
        size_ = size;
    }

    // Fills the list with `call(buffer, capacity, &count)`, twice if the memory was too small. A new
    // list starts with memory for `guess` elements.
    template <class F>
    void fill(std::size_t guess, F&& call) {
        if (capacity_ == 0) {
            resize_without_values(guess);
        }
        std::size_t count = 0;
        BroadleafStatus status = call(data(), capacity_, &count);
        if (status == BROADLEAF_TOO_SMALL) {
            // Room to grow, so that a list that gets a little longer in each call is not always
            // filled twice.
            resize_without_values(count + count / 8);
            status = call(data(), capacity_, &count);
        }
        size_ = status < 0 ? 0 : count;
        detail::check(status);
    }

private:
    void swap(List& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    std::unique_ptr<T[]> memory_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

// A scalar and a number of dimensions.
struct Kind {
    std::uint32_t scalar;
    std::uint32_t dimensions;

    // For example Kind::of<float>(3).
    template <class S>
    static constexpr Kind of(std::uint32_t dimensions) {
        return {detail::scalar_of<S>(), dimensions};
    }
};

// A view of boxes in memory of the caller: see BroadleafBoxes.
class Boxes {
public:
    // A view as the C interface describes it.
    constexpr Boxes(const BroadleafBoxes& boxes) : boxes_(boxes) {}

    // `count` boxes without gaps: the lower corner, then the upper one, of `dimensions` numbers.
    template <class S>
    static Boxes rows(const S* numbers, std::size_t count, std::uint32_t dimensions) {
        return BroadleafBoxes{numbers,
                              count,
                              2 * dimensions * sizeof(S),
                              dimensions * sizeof(S),
                              detail::scalar_of<S>(),
                              dimensions};
    }

    // Points without gaps, which are boxes of zero size.
    template <class S>
    static Boxes points(const S* numbers, std::size_t count, std::uint32_t dimensions) {
        return BroadleafBoxes{
            numbers, count, dimensions * sizeof(S), 0, detail::scalar_of<S>(), dimensions};
    }

    // The boxes inside the host's structs, of which `lower` and `upper` are members: arrays of
    // numbers, or types with `data()`, as std::array and Eigen's vectors. In each struct, `lower`
    // is before `upper`.
    //
    //     Boxes::of<3>(bodies, &Body::lower, &Body::upper)
    template <std::uint32_t Dimensions, class List, class Host, class Corner>
    static Boxes of(const List& hosts, Corner Host::*lower, Corner Host::*upper) {
        return of<Dimensions>(
            hosts, [lower](const Host& host) { return detail::first_number(host.*lower); },
            [upper](const Host& host) { return detail::first_number(host.*upper); });
    }

    // The boxes inside the host's structs, found by functions that return the address of the first
    // number of a corner. They are called for the first struct alone.
    template <std::uint32_t Dimensions, class List, class Lower, class Upper>
    static auto of(const List& hosts, Lower&& lower, Upper&& upper)
        -> decltype(lower(*hosts.data()), upper(*hosts.data()), Boxes({})) {
        using Host = std::remove_reference_t<decltype(*hosts.data())>;
        using S = std::remove_cv_t<std::remove_pointer_t<decltype(lower(*hosts.data()))>>;
        BroadleafBoxes boxes{nullptr,    hosts.size(),          sizeof(Host),
                             0,          detail::scalar_of<S>(), Dimensions};
        if (hosts.size() > 0) {
            boxes.data = lower(*hosts.data());
            boxes.upper = detail::bytes_between(boxes.data, upper(*hosts.data()));
        }
        return boxes;
    }

    // One box: the numbers of its lower corner, then those of its upper one.
    template <class S, std::size_t N>
    static Boxes one(const S (&numbers)[N]) {
        static_assert(N % 2 == 0, "two corners have an even number of numbers");
        return rows(numbers, 1, N / 2);
    }
    template <class S, std::size_t N>
    static Boxes one(const std::array<S, N>& numbers) {
        static_assert(N % 2 == 0, "two corners have an even number of numbers");
        return rows(numbers.data(), 1, N / 2);
    }

    std::size_t size() const noexcept { return boxes_.count; }
    Kind kind() const noexcept { return {boxes_.scalar, boxes_.dimensions}; }
    // The view as the C interface describes it.
    const BroadleafBoxes& c() const noexcept { return boxes_; }

private:
    BroadleafBoxes boxes_;
};

}  // namespace broadleaf
