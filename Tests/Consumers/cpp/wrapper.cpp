// shelfcount.hpp: what each call of a scanner gives back, with exceptions and without them.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <shelfcount.hpp>

namespace {

unsigned long allocations = 0;
int failures = 0;

void *allocate(std::size_t size, std::size_t alignment) {
    allocations++;
    return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

} // namespace

// gcc sees through them and takes the pair for mismatched where it inlines only one of the two.
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif
// All allocating functions that the wrapper could reach.
void *operator new(std::size_t size) {
    return allocate(size, 16);
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
    return allocate(size, 16);
}
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept {
    return allocate(size, 16);
}
void *operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void *memory) noexcept {
    std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void *memory) noexcept {
    std::free(memory);
}
void operator delete[](void *memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void *memory, std::align_val_t) noexcept {
    std::free(memory);
}

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                    \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

namespace {

const shelf::config config(640, 480);

shelf::detection can(int frame) {
    const float x = 10.0f * static_cast<float>(frame);
    return {{x, 200, x + 50, 300}, 0.9f, 3};
}

void counts_one_can() {
    auto scanner = shelf::scanner::try_open(config);
    EXPECT(scanner);
    const auto band = scanner->try_add(shelf::gate::band(0.45f, 0.55f));
    EXPECT(band && scanner->try_edges(0)->size() == 4);
    std::vector<shelf::detection> rows(1);
    shelf::fate fates[1];
    const unsigned long before = allocations;
    for (int frame = 0; frame < 59; frame++) {
        rows[0] = can(frame);
        auto tracks = scanner->try_update(rows, 0, fates);
        EXPECT(tracks && tracks->size() == 1 && (*tracks)[0].id == 1);
        EXPECT(fates[0].kind == SHELF_FATE_MATCHED && fates[0].track_id == 1);
        EXPECT(scanner->try_trail(1)->size() == static_cast<std::size_t>(frame) + 1);
    }
    EXPECT(scanner->try_finish());
    EXPECT(scanner->try_counts(0)->total == 1 && scanner->try_counts(0, 3)->total == 1);
    EXPECT(scanner->try_events()->size() == 1 && scanner->try_events()->empty());
    EXPECT(scanner->try_items()->size() == 1 && scanner->try_stats()->frames == 59);
    EXPECT(scanner->try_dismiss((*scanner->try_items())[0].id));
    EXPECT(scanner->try_counts(0)->total == 0);
    EXPECT(allocations == before);
}

void statuses() {
    EXPECT(shelf::scanner::try_open(shelf::config(0, 480)).status() == SHELF_ERROR_ARGUMENT);
    EXPECT(shelf::scanner::try_open(shelf::config(640, 480, 99)).status() != SHELF_OK);
    shelf::scanner closed;
    EXPECT(closed.try_update({}).status() == SHELF_ERROR_HANDLE);
    EXPECT(closed.try_clone().status() == SHELF_ERROR_HANDLE);
    auto open = shelf::scanner::try_open(config);
    EXPECT(open->try_counts(0).status() == SHELF_ERROR_NOT_FOUND);
    EXPECT(open->try_add(shelf::gate::band(0.6f, 0.5f)).status() == SHELF_ERROR_ARGUMENT);
    const shelf::point many[20] = {};
    EXPECT(open->try_add(shelf::gate::zone(many)).status() == SHELF_ERROR_ARGUMENT);
    const shelf::detection rows[] = {can(0), can(9)};
    shelf::fate few[1];
    EXPECT(open->try_update(rows, 0, few).status() == SHELF_ERROR_BUFFER);
    EXPECT(open->try_update(rows, 5) && open->try_update(rows, 5).status() == SHELF_ERROR_TIME);
}

void moves_and_clones() {
    auto opened = shelf::scanner::try_open(config);
    shelf::scanner first = std::move(*opened);
    EXPECT(opened->get() == nullptr && first.get() != nullptr);
    const shelf::detection row = can(0);
    EXPECT(first.try_update(shelf::span<const shelf::detection>(&row, 1)));
    auto second = first.try_clone();
    EXPECT(second && second->get() != first.get());
    EXPECT(second->try_reset() && second->try_stats()->frames == 0);
    EXPECT(first.try_stats()->frames == 1);
    first = std::move(*second);
    EXPECT(first.try_stats()->frames == 0);
}

void saves_and_restores() {
    auto scanner = shelf::scanner::try_open(config);
    EXPECT(scanner->try_add(shelf::gate::band(0.45f, 0.55f)));
    for (int frame = 0; frame < 59; frame++) {
        const shelf::detection rows[] = {can(frame)};
        EXPECT(scanner->try_update(rows));
    }
    std::vector<std::byte> bytes(*scanner->try_snapshot_size());
    EXPECT(scanner->try_save({bytes.data(), bytes.size() - 1}).status() == SHELF_ERROR_BUFFER);
    EXPECT(*scanner->try_save(bytes) == bytes.size());
    auto restored = shelf::scanner::try_restore(bytes);
    EXPECT(restored && restored->try_finish() && restored->try_counts(0)->total == 1);
    EXPECT(restored->try_tracks(SHELF_TRACK_TRACKED)->size() == 1);
    bytes[100] ^= std::byte{1};
    EXPECT(shelf::scanner::try_restore(bytes).status() == SHELF_ERROR_SNAPSHOT);
    EXPECT(shelf::scanner().try_snapshot_size().status() == SHELF_ERROR_HANDLE);
}

void decodes() {
    // Two candidates of two classes; one passes.
    const float tensor[] = {320, 320, 64, 36, 0.1f, 0.9f, 0, 0, 9, 9, 0.2f, 0.3f};
    shelf::detection rows[4];
    const shelf::decoder decoder(SHELF_LAYOUT_ROWS, 2, shelf::letterbox(1920, 1080, 640, 640));
    auto count = decoder.try_decode(tensor, {1, 2, 6}, rows);
    EXPECT(count && *count == 1 && rows[0].class_id == 1 && rows[0].score == 0.9f);
    EXPECT(std::abs(rows[0].box.x1 - 864) < 0.1f && std::abs(rows[0].box.y2 - 594) < 0.1f);
    const std::uint32_t other[] = {0};
    EXPECT(*decoder.try_decode(tensor, {1, 2, 6}, rows, other) == 0);
    EXPECT(decoder.try_decode(tensor, {1, 3, 4}, rows).status() == SHELF_ERROR_LAYOUT);
    const shelf::decoder none(SHELF_LAYOUT_ROWS, 2, shelf::letterbox(0, 0, 640, 640));
    EXPECT(none.try_decode(tensor, {1, 2, 6}, rows).status() == SHELF_ERROR_ARGUMENT);
}

#if defined(__cpp_exceptions)
template <class Call> shelf_status thrown(Call call) {
    try {
        call();
    } catch (const shelf::error &error) {
        EXPECT(std::string_view(error.what()) == shelf_status_text(error.status()));
        return error.status();
    }
    return SHELF_OK;
}

void throws_what_try_returns() {
    EXPECT(thrown([] { shelf::scanner(shelf::config(0, 0)); }) == SHELF_ERROR_ARGUMENT);
    shelf::scanner scanner(config);
    EXPECT(thrown([&] { scanner.counts(0); }) == SHELF_ERROR_NOT_FOUND);
    EXPECT(thrown([&] { scanner.merge(1, 1); }) == SHELF_ERROR_ARGUMENT);
    const shelf::point corners[] = {{0, 0}, {1, 0}, {0.5f, 1}};
    EXPECT(scanner.add(shelf::gate::zone(corners)) == 0);
    EXPECT(scanner.add(shelf::gate::line({0.5f, 0}, {0.5f, 1})) == 1);
    EXPECT(scanner.edges(0).size() == 3 && scanner.update({}).empty());
    scanner.give_motion(3, 0);
    EXPECT(thrown([&] { scanner.give_motion(1e9f, 0); }) == SHELF_ERROR_ARGUMENT);
}
#else
void throws_what_try_returns() {}
#endif

} // namespace

int main() {
    counts_one_can();
    statuses();
    moves_and_clones();
    saves_and_restores();
    decodes();
    throws_what_try_returns();
    if (failures == 0)
        std::puts("every answer as the header says");
    return failures == 0 ? 0 : 1;
}
