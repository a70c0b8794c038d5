// Two scanners, interleaved: the second gets the same stream `delay` frames later. It must give the
// same tracks under the same ids, that much later. Prints what Examples/c/replay.c prints.
//
// usage: main FILE WIDTH HEIGHT
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <shelfcount.h>

namespace {

void check(shelf_status status) {
    if (status != SHELF_OK)
        throw std::runtime_error(shelf_status_text(status));
}

// Asking for a number with no array: the library may call that a short buffer.
void ask(shelf_status status) {
    if (status != SHELF_ERROR_BUFFER)
        check(status);
}

using Frame = std::vector<shelf_detection>;

std::vector<Frame> read(const std::string &path) {
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("cannot read " + path);
    std::vector<Frame> frames;
    for (std::string line; std::getline(file, line);) {
        std::vector<std::string> fields;
        std::stringstream text(line);
        for (std::string field; std::getline(text, field, ',');)
            fields.push_back(field);
        const auto number = std::stoul(fields.at(0));
        const float x = std::stof(fields.at(2)), y = std::stof(fields.at(3));
        shelf_detection row = {};
        row.box = {x, y, x + std::stof(fields.at(4)), y + std::stof(fields.at(5))};
        row.score = std::stof(fields.at(6));
        row.class_id = fields.size() > 7 ? static_cast<uint32_t>(std::stoul(fields[7])) : 0;
        if (frames.size() < number)
            frames.resize(number);
        frames[number - 1].push_back(row);
    }
    return frames;
}

class Scanner {
  public:
    explicit Scanner(const shelf_config &config) {
        size_t size = 0, alignment = 0;
        check(shelf_memory_needed(&config, &size, &alignment));
        memory_.reset(
            std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment));
        check(shelf_open(memory_.get(), size, &config, &scanner_));
        shelf_gate gate;
        check(shelf_gate_init(&gate, sizeof gate));
        check(shelf_gate_add(scanner_, &gate, &gate_));
    }
    ~Scanner() {
        shelf_close(scanner_);
    }
    Scanner(const Scanner &) = delete;
    Scanner &operator=(const Scanner &) = delete;

    std::string update(const Frame &frame) {
        frame_++;
        check(shelf_update(scanner_, 0, frame.data(), frame.size(), nullptr));
        size_t count = 0;
        ask(shelf_tracks(scanner_, SHELF_TRACK_TRACKED, nullptr, 0, &count));
        std::vector<shelf_track> tracks(count);
        check(shelf_tracks(scanner_, SHELF_TRACK_TRACKED, tracks.data(), count, &count));
        std::string text;
        for (const auto &t : tracks) {
            char line[256];
            std::snprintf(line, sizeof line, "%lu,%lu,%.2f,%.2f,%.2f,%.2f,%.2f,%lu,-1,-1\n", frame_,
                          static_cast<unsigned long>(t.id), t.box.x1, t.box.y1, t.box.x2 - t.box.x1,
                          t.box.y2 - t.box.y1, t.score, static_cast<unsigned long>(t.class_id));
            text += line;
        }
        return text;
    }

    std::string finish() {
        check(shelf_finish(scanner_));
        size_t count = 0;
        ask(shelf_events(scanner_, nullptr, 0, &count));
        std::vector<shelf_event> events(count);
        check(shelf_events(scanner_, events.data(), count, &count));
        std::ostringstream text;
        for (const auto &e : events)
            text << "event: frame " << e.frame << ", track " << e.track_id << ", kind " << e.kind
                 << ", delta " << e.delta << ", direction " << e.direction << "\n";
        shelf_counts c;
        check(shelf_get_counts(scanner_, gate_, SHELF_ALL_CLASSES, &c, sizeof c));
        text << "counted " << c.total << ": " << c.forward << " forward, " << c.backward
             << " backward, " << c.undirected << " without direction; " << c.passed << " passed\n";
        return text.str();
    }

  private:
    struct Free {
        void operator()(void *memory) const {
            std::free(memory);
        }
    };
    std::unique_ptr<void, Free> memory_;
    shelf_scanner *scanner_ = nullptr;
    uint32_t gate_ = 0;
    unsigned long frame_ = 0;
};

} // namespace

int main(int argc, char **argv) try {
    if (argc < 4)
        throw std::runtime_error("usage: main FILE WIDTH HEIGHT");
    const auto frames = read(argv[1]);
    shelf_config config;
    check(shelf_config_init(&config, sizeof config, SHELF_PRESET_SHELF));
    config.width = static_cast<uint32_t>(std::stoul(argv[2]));
    config.height = static_cast<uint32_t>(std::stoul(argv[3]));

    const size_t delay = 7;
    Scanner first(config), second(config);
    std::vector<std::string> texts(frames.size());
    for (size_t i = 0; i < frames.size() + delay; i++) {
        if (i < frames.size())
            texts[i] = first.update(frames[i]);
        if (i >= delay && second.update(frames[i - delay]) != texts[i - delay])
            throw std::runtime_error("the scanners differ in frame " + std::to_string(i - delay));
    }
    const auto end = first.finish();
    if (second.finish() != end)
        throw std::runtime_error("the scanners count differently");
    for (const auto &text : texts)
        std::cout << text;
    std::cout << end;
    return 0;
} catch (const std::exception &error) {
    std::cerr << "error: " << error.what() << "\n";
    return 1;
}
