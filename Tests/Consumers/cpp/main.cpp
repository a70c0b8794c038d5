// Two scanners, interleaved: the second gets the same stream `delay` frames later. It must give the
// same tracks under the same ids, that much later. Prints what Examples/c/replay.c prints.
//
// usage: main FILE WIDTH HEIGHT
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <shelfcount.hpp>

namespace {

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
    explicit Scanner(const shelf_config &config)
        : scanner_(config), gate_(scanner_.add(shelf::gate::band(0.45f, 0.55f))) {}

    std::string update(const Frame &frame) {
        frame_++;
        std::string text;
        for (const auto &t : scanner_.update(frame)) {
            char line[256];
            std::snprintf(line, sizeof line, "%lu,%lu,%.2f,%.2f,%.2f,%.2f,%.2f,%lu,-1,-1\n", frame_,
                          static_cast<unsigned long>(t.id), t.box.x1, t.box.y1, t.box.x2 - t.box.x1,
                          t.box.y2 - t.box.y1, t.score, static_cast<unsigned long>(t.class_id));
            text += line;
        }
        return text;
    }

    std::string finish() {
        scanner_.finish();
        std::ostringstream text;
        for (const auto &e : scanner_.events())
            text << "event: frame " << e.frame << ", track " << e.track_id << ", kind " << e.kind
                 << ", delta " << e.delta << ", direction " << e.direction << "\n";
        const auto c = scanner_.counts(gate_);
        text << "counted " << c.total << ": " << c.forward << " forward, " << c.backward
             << " backward, " << c.undirected << " without direction; " << c.passed << " passed\n";
        return text.str();
    }

  private:
    shelf::scanner scanner_;
    uint32_t gate_;
    unsigned long frame_ = 0;
};

} // namespace

int main(int argc, char **argv) try {
    if (argc < 4)
        throw std::runtime_error("usage: main FILE WIDTH HEIGHT");
    const auto frames = read(argv[1]);
    const shelf::config config(static_cast<uint32_t>(std::stoul(argv[2])),
                               static_cast<uint32_t>(std::stoul(argv[3])));

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
