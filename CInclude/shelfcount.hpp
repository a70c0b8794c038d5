/*
 * shelfcount.hpp - shelfcount.h for C++17 and later: header only, nothing else to link.
 *
 *   shelf::scanner scanner(shelf::config(640, 480));
 *   const auto band = scanner.add(shelf::gate::band(0.45f, 0.55f));
 *   for each frame:
 *       for (const shelf::track &track : scanner.update(rows)) draw(track);
 *   scanner.finish();
 *   std::cout << scanner.counts(band).total;
 *
 * What things mean, their units, ranges and defaults stand in shelfcount.h.
 *
 * Errors: each function throws shelf::error. Its twin with the prefix try_ throws nothing and
 * returns a shelf::result (a value, or the status that says why not). Built without exceptions only
 * the twins are there. Memory: a scanner allocates when it is opened: its block, and arrays for
 * what its functions give back. Nothing is allocated afterwards, in update or elsewhere. Spans that
 * a function gives back are of the scanner's own arrays. They hold until the next call of the same
 * function of the same scanner. update and tracks share one array. Threads: distinct scanners in
 * distinct threads need no locks; one scanner, one thread at a time.
 */
#ifndef SHELFCOUNT_HPP
#define SHELFCOUNT_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#if defined(__cpp_exceptions)
#include <stdexcept>
#endif

#include "shelfcount.h"

namespace shelf {

using point = shelf_point;
using box = shelf_box;
using detection = shelf_detection;
using fate = shelf_fate;
using track = shelf_track;
using event = shelf_event;
using item = shelf_item;
using edge = shelf_edge;

/* ---- Results --------------------------------------------------------------- */

inline const char *text(shelf_status status) noexcept {
    return shelf_status_text(status);
}

#if defined(__cpp_exceptions)
/* What the functions without try_ throw; what() is the library's text. */
class error : public std::runtime_error {
  public:
    explicit error(shelf_status status) : std::runtime_error(text(status)), status_(status) {}
    shelf_status status() const noexcept {
        return status_;
    }

  private:
    shelf_status status_;
};
#endif

/* A value, or the status that says why there is none. */
template <class T> class [[nodiscard]] result {
  public:
    result(T value) noexcept : value_(std::move(value)), status_(SHELF_OK) {}
    static result failure(shelf_status status) noexcept {
        return result(status, T{});
    }
    explicit operator bool() const noexcept {
        return status_ == SHELF_OK;
    }
    shelf_status status() const noexcept {
        return status_;
    }
    /* The value; only where the result is true. */
    T &operator*() noexcept {
        return value_;
    }
    T *operator->() noexcept {
        return &value_;
    }
#if defined(__cpp_exceptions)
    T value() && {
        if (status_ != SHELF_OK)
            throw error(status_);
        return std::move(value_);
    }
#endif

  private:
    result(shelf_status status, T value) noexcept : value_(std::move(value)), status_(status) {}
    T value_;
    shelf_status status_;
};

/* Stands where a function has nothing to give back. */
struct done {};

/* A run of values that somebody else owns: std::span of C++20, as far as it is needed here. */
template <class T> class span {
  public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N> constexpr span(T (&array)[N]) noexcept : span(array, N) {}
    template <class Container, class = std::enable_if_t<std::is_convertible_v<
                                   decltype(std::declval<Container &>().data()), T *>>>
    constexpr span(Container &&container) noexcept : span(container.data(), container.size()) {}
    constexpr T *data() const noexcept {
        return data_;
    }
    constexpr std::size_t size() const noexcept {
        return size_;
    }
    constexpr bool empty() const noexcept {
        return size_ == 0;
    }
    constexpr T *begin() const noexcept {
        return data_;
    }
    constexpr T *end() const noexcept {
        return data_ + size_;
    }
    constexpr T &operator[](std::size_t i) const noexcept {
        return data_[i];
    }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/* ---- Configuration --------------------------------------------------------- */

/* shelf_config with the defaults of a preset and the size of a frame. */
struct config : shelf_config {
    config(std::uint32_t frame_width, std::uint32_t frame_height,
           std::int32_t preset_number = SHELF_PRESET_SHELF) noexcept
        : shelf_config() {
        /* An unknown preset leaves zeros, which no scanner opens with. */
        if (shelf_config_init(this, sizeof(shelf_config), preset_number) == SHELF_OK) {
            width = frame_width;
            height = frame_height;
        }
    }
};

/* shelf_gate; the points are shares of the frame unless `units` is changed. */
struct gate : shelf_gate {
    /* A band between two edges, upright (SHELF_AXIS_X) or lying (SHELF_AXIS_Y). */
    static gate band(float lo, float hi, std::int32_t axis = SHELF_AXIS_X) noexcept {
        gate gate;
        if (shelf_gate_set_band(&gate, axis, lo, hi) != SHELF_OK)
            gate.point_count = 0; /* scanner::add refuses it */
        return gate;
    }
    static gate line(point a, point b) noexcept {
        const point points[] = {a, b};
        return gate(SHELF_GATE_LINE, points);
    }
    /* A polygon of 3 to SHELF_MAX_GATE_POINTS points. */
    static gate zone(span<const point> points) noexcept {
        return gate(SHELF_GATE_ZONE, points);
    }

  private:
    gate() noexcept : shelf_gate() {
        (void)!shelf_gate_init(this, sizeof(shelf_gate)); /* cannot fail */
    }
    gate(std::int32_t gate_kind, span<const point> corners) noexcept : gate() {
        kind = gate_kind;
        point_count = static_cast<std::uint32_t>(corners.size());
        for (std::size_t i = 0; i < corners.size() && i < SHELF_MAX_GATE_POINTS; i++)
            points[i] = corners[i];
    }
};

namespace detail {

template <class T> struct array {
    std::unique_ptr<T[]> data;
    std::size_t capacity = 0;

    bool reserve(std::size_t count) noexcept {
        data.reset(new (std::nothrow) T[count]);
        capacity = data ? count : 0;
        return data != nullptr;
    }
};

/* Ends the life of a block: a deleter that knows how it was had. */
struct release {
    std::size_t size = 0, alignment = 0;

    void operator()(std::byte *memory) const noexcept {
        ::operator delete(memory, std::align_val_t(alignment));
    }
};

} // namespace detail

/* ---- The scanner ------------------------------------------------------------ */

/* shelf_scanner with its memory. Move only; clone makes a second one. */
class scanner {
  public:
    /* Opens a scanner. MEMORY where there is none to be had. */
    static result<scanner> try_open(const shelf_config &config) noexcept {
        return build(config, [&](void *block, std::size_t size, shelf_scanner **handle) {
            return shelf_open(block, size, &config, handle);
        });
    }

    scanner() noexcept = default; /* closed; every call answers HANDLE */
    scanner(scanner &&other) noexcept {
        swap(other);
    }
    scanner &operator=(scanner &&other) noexcept {
        swap(other);
        return *this;
    }
    ~scanner() {
        shelf_close(handle_);
    }

    /* For the functions of shelfcount.h that have no twin here. */
    shelf_scanner *get() const noexcept {
        return handle_;
    }

    result<scanner> try_clone() const noexcept {
        scanner copy;
        if (handle_ == nullptr)
            return result<scanner>::failure(SHELF_ERROR_HANDLE);
        if (!copy.reserve(block_.get_deleter().size, block_.get_deleter().alignment, config_))
            return result<scanner>::failure(SHELF_ERROR_MEMORY);
        std::memcpy(copy.block_.get(), block_.get(), block_.get_deleter().size);
        copy.handle_ = reinterpret_cast<shelf_scanner *>(copy.block_.get());
        return copy;
    }

    /* The bytes that a snapshot takes now. */
    result<std::size_t> try_snapshot_size() const noexcept {
        std::size_t size = 0;
        const shelf_status status = shelf_snapshot_save(handle_, nullptr, 0, &size);
        return answer(status == SHELF_ERROR_BUFFER ? SHELF_OK : status, size);
    }
    /* Writes a snapshot; gives its size. BUFFER where the bytes do not suffice. */
    result<std::size_t> try_save(span<std::byte> bytes) const noexcept {
        std::size_t size = 0;
        const shelf_status status = shelf_snapshot_save(handle_, bytes.data(), bytes.size(), &size);
        return answer(status, size);
    }
    static result<scanner> try_restore(span<const std::byte> bytes) noexcept {
        shelf_config config = {};
        const shelf_status status =
            shelf_snapshot_config(bytes.data(), bytes.size(), &config, sizeof config);
        if (status != SHELF_OK)
            return result<scanner>::failure(status);
        return build(config, [&](void *block, std::size_t size, shelf_scanner **handle) {
            return shelf_snapshot_restore(block, size, bytes.data(), bytes.size(), handle);
        });
    }

    result<done> try_reset() noexcept {
        return answer(shelf_reset(handle_));
    }
    result<std::uint32_t> try_add(const shelf_gate &gate) noexcept {
        std::uint32_t index = 0;
        const shelf_status status = shelf_gate_add(handle_, &gate, &index);
        return answer(status, index);
    }

    /* One frame; gives the confirmed tracks that were matched in it. fates: empty, or as many as
     * rows. */
    result<span<const track>> try_update(span<const detection> rows, std::uint64_t time_us = 0,
                                         span<fate> fates = {}) noexcept {
        if (!fates.empty() && fates.size() < rows.size())
            return result<span<const track>>::failure(SHELF_ERROR_BUFFER);
        const shelf_status status =
            shelf_update(handle_, time_us, rows.data(), rows.size(), fates.data());
        if (status != SHELF_OK)
            return result<span<const track>>::failure(status);
        return try_tracks(SHELF_TRACK_TRACKED);
    }
    result<done> try_give_motion(float dx, float dy) noexcept {
        return answer(shelf_give_motion(handle_, dx, dy));
    }
    result<done> try_finish() noexcept {
        return answer(shelf_finish(handle_));
    }

    result<span<const track>> try_tracks(std::int32_t states) noexcept {
        return list(tracks_, [&](auto... to) { return shelf_tracks(handle_, states, to...); });
    }
    result<span<const event>> try_events() noexcept {
        return list(events_, [&](auto... to) { return shelf_events(handle_, to...); });
    }
    result<span<const item>> try_items() noexcept {
        return list(items_, [&](auto... to) { return shelf_items(handle_, to...); });
    }
    result<span<const point>> try_trail(std::uint64_t track_id) noexcept {
        return list(trail_, [&](auto... to) { return shelf_trail(handle_, track_id, to...); });
    }
    result<span<const edge>> try_edges(std::uint32_t gate) noexcept {
        return list(edges_, [&](auto... to) { return shelf_gate_edges(handle_, gate, to...); });
    }
    result<shelf_counts> try_counts(std::uint32_t gate,
                                    std::uint32_t class_id = SHELF_ALL_CLASSES) noexcept {
        shelf_counts counts = {};
        const shelf_status status =
            shelf_get_counts(handle_, gate, class_id, &counts, sizeof counts);
        return answer(status, counts);
    }
    result<shelf_stats> try_stats() noexcept {
        shelf_stats stats = {};
        const shelf_status status = shelf_get_stats(handle_, &stats, sizeof stats);
        return answer(status, stats);
    }
    result<done> try_dismiss(std::uint64_t item_id) noexcept {
        return answer(shelf_item_dismiss(handle_, item_id));
    }
    result<done> try_merge(std::uint64_t item_id, std::uint64_t into_id) noexcept {
        return answer(shelf_item_merge(handle_, item_id, into_id));
    }

#if defined(__cpp_exceptions)
    explicit scanner(const shelf_config &config) : scanner(try_open(config).value()) {}
    scanner clone() const {
        return try_clone().value();
    }
    std::size_t snapshot_size() const {
        return try_snapshot_size().value();
    }
    std::size_t save(span<std::byte> bytes) const {
        return try_save(bytes).value();
    }
    static scanner restore(span<const std::byte> bytes) {
        return try_restore(bytes).value();
    }
    void reset() {
        try_reset().value();
    }
    std::uint32_t add(const shelf_gate &gate) {
        return try_add(gate).value();
    }
    span<const track> update(span<const detection> rows, std::uint64_t time_us = 0,
                             span<fate> fates = {}) {
        return try_update(rows, time_us, fates).value();
    }
    void give_motion(float dx, float dy) {
        try_give_motion(dx, dy).value();
    }
    void finish() {
        try_finish().value();
    }
    span<const track> tracks(std::int32_t states) {
        return try_tracks(states).value();
    }
    span<const event> events() {
        return try_events().value();
    }
    span<const item> items() {
        return try_items().value();
    }
    span<const point> trail(std::uint64_t track_id) {
        return try_trail(track_id).value();
    }
    span<const edge> edges(std::uint32_t gate) {
        return try_edges(gate).value();
    }
    shelf_counts counts(std::uint32_t gate, std::uint32_t class_id = SHELF_ALL_CLASSES) {
        return try_counts(gate, class_id).value();
    }
    shelf_stats stats() {
        return try_stats().value();
    }
    void dismiss(std::uint64_t item_id) {
        try_dismiss(item_id).value();
    }
    void merge(std::uint64_t item_id, std::uint64_t into_id) {
        try_merge(item_id, into_id).value();
    }
#endif

  private:
    /* A scanner that open(block, size, &handle) makes in memory of its own. */
    template <class Open>
    static result<scanner> build(const shelf_config &config, Open open) noexcept {
        scanner made;
        std::size_t size = 0, alignment = 0;
        shelf_status status = shelf_memory_needed(&config, &size, &alignment);
        if (status == SHELF_OK && !made.reserve(size, alignment, config))
            status = SHELF_ERROR_MEMORY;
        if (status == SHELF_OK)
            status = open(made.block_.get(), size, &made.handle_);
        if (status != SHELF_OK)
            return result<scanner>::failure(status);
        return made;
    }
    bool reserve(std::size_t size, std::size_t alignment, const shelf_config &config) noexcept {
        void *memory = ::operator new(size, std::align_val_t(alignment), std::nothrow);
        block_ = {static_cast<std::byte *>(memory), detail::release{size, alignment}};
        config_ = config;
        return memory != nullptr && tracks_.reserve(config.max_tracks) &&
               events_.reserve(config.max_events) && trail_.reserve(config.trail_length) &&
               items_.reserve(config.count_by == SHELF_BY_ITEM ? config.max_items : 0) &&
               edges_.reserve(SHELF_MAX_GATE_POINTS);
    }

    template <class T, class Query>
    static result<span<const T>> list(detail::array<T> &array, Query query) noexcept {
        std::size_t count = 0;
        const shelf_status status = query(array.data.get(), array.capacity, &count);
        return answer(status, span<const T>(array.data.get(), count));
    }
    static result<done> answer(shelf_status status) noexcept {
        return answer(status, done{});
    }
    template <class T> static result<T> answer(shelf_status status, T value) noexcept {
        return status == SHELF_OK ? result<T>(value) : result<T>::failure(status);
    }
    void swap(scanner &other) noexcept {
        std::swap(handle_, other.handle_);
        std::swap(config_, other.config_);
        std::swap(block_, other.block_);
        std::swap(tracks_, other.tracks_);
        std::swap(events_, other.events_);
        std::swap(items_, other.items_);
        std::swap(trail_, other.trail_);
        std::swap(edges_, other.edges_);
    }

    shelf_scanner *handle_ = nullptr;
    shelf_config config_ = {};
    std::unique_ptr<std::byte, detail::release> block_;
    detail::array<track> tracks_;
    detail::array<event> events_;
    detail::array<item> items_;
    detail::array<point> trail_;
    detail::array<edge> edges_;
};

/* ---- The detector --------------------------------------------------------------- */

/* Where a picture lies in the input of a model; zeros, which nothing accepts, for impossible sizes.
 */
struct letterbox : shelf_letterbox {
    letterbox(std::uint32_t picture_width, std::uint32_t picture_height, std::uint32_t input_width,
              std::uint32_t input_height, std::int32_t fit = SHELF_FIT_CENTER) noexcept
        : shelf_letterbox() {
        (void)!shelf_letterbox_init(this, picture_width, picture_height, input_width, input_height,
                                    fit);
    }
};

/* Reads the output tensors of a detector; change its fields as shelfcount.h says. */
struct decoder : shelf_decoder {
    decoder(std::int32_t layout_number, std::uint32_t class_count,
            const shelf_letterbox &where) noexcept
        : shelf_decoder() {
        if (shelf_decoder_init(this, sizeof(shelf_decoder), layout_number, class_count) == SHELF_OK)
            shelf_decoder::letterbox = where;
    }

    /* Fills rows with the best ones, best first; gives their number. tensor: floats, as many as the
     * product of shape. */
    result<std::size_t> try_decode(const float *tensor, const std::int64_t (&shape)[3],
                                   span<detection> rows, span<const std::uint32_t> keep = {},
                                   shelf_decode_report *report = nullptr) const noexcept {
        std::size_t count = 0;
        const shelf_status status = shelf_decode(this, tensor, shape, keep.data(), keep.size(),
                                                 rows.data(), rows.size(), &count, report);
        return status == SHELF_OK ? result<std::size_t>(count)
                                  : result<std::size_t>::failure(status);
    }
#if defined(__cpp_exceptions)
    std::size_t decode(const float *tensor, const std::int64_t (&shape)[3], span<detection> rows,
                       span<const std::uint32_t> keep = {},
                       shelf_decode_report *report = nullptr) const {
        return try_decode(tensor, shape, rows, keep, report).value();
    }
#endif
};

} // namespace shelf
#endif /* SHELFCOUNT_HPP */
