/*
 * Two cameras, two threads, two scanners: no locks are needed.
 *
 *   c++ -std=c++17 -pthread two_cameras.cpp $(pkg-config --cflags --libs shelfcount)
 *   ./a.out FILE FILE WIDTH HEIGHT
 *
 * FILE is what the detector of one camera found, as MOT text, sorted by frame:
 * frame,-1,x,y,width,height,score[,class], frames from 1. For each camera it prints the count and
 * draws the last frame, with the edges that counting used, to FILE.svg.
 */
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <shelfcount.hpp>

namespace {

struct camera {
    std::string file, message;
};

// One row of the detector as the library wants it; the number of its frame.
bool decode(const std::string &line, unsigned long &frame, shelf::detection &row) {
    std::istringstream text(line);
    float w = 0, h = 0, none = 0;
    char comma;
    text >> frame >> comma >> none >> comma >> row.box.x1 >> comma >> row.box.y1 >> comma >> w >>
        comma >> h >> comma >> row.score;
    if (!text)
        return false;
    row.box.x2 = row.box.x1 + w;
    row.box.y2 = row.box.y1 + h;
    if (!(text >> comma >> row.class_id))
        row.class_id = 0;
    return true;
}

void draw(shelf::scanner &scanner, std::uint32_t band, const shelf_config &config,
          const std::string &path) {
    std::ofstream svg(path);
    svg << "<svg xmlns='http://www.w3.org/2000/svg' width='" << config.width << "' height='"
        << config.height << "' fill='none' stroke='black'>\n";
    for (const auto &edge : scanner.edges(band))
        svg << "<line x1='" << edge.a.x << "' y1='" << edge.a.y << "' x2='" << edge.b.x << "' y2='"
            << edge.b.y << "' stroke='red'/>\n";
    for (const auto &track : scanner.tracks(SHELF_TRACK_TRACKED | SHELF_TRACK_LOST)) {
        const auto &box = track.box;
        // A lost track is drawn dashed: its box is a prediction.
        svg << "<rect x='" << box.x1 << "' y='" << box.y1 << "' width='" << box.x2 - box.x1
            << "' height='" << box.y2 - box.y1 << "'"
            << (track.state == SHELF_TRACK_LOST ? " stroke-dasharray='4'" : "") << "/>\n"
            << "<text x='" << box.x1 << "' y='" << box.y1 - 4 << "' fill='black'>#" << track.id
            << "</text>\n<polyline stroke='gray' points='";
        for (const auto &point : scanner.trail(track.id))
            svg << point.x << "," << point.y << " ";
        svg << "'/>\n";
    }
    svg << "</svg>\n";
}

void run(camera &camera, const shelf_config &config) try {
    std::ifstream file(camera.file);
    if (!file)
        throw std::runtime_error("cannot be read");
    shelf::scanner scanner(config);
    const auto band = scanner.add(shelf::gate::band(0.45f, 0.55f));

    std::vector<shelf::detection> rows;
    unsigned long frame = 1, next = 1;
    for (std::string line; std::getline(file, line);) {
        shelf::detection row = {};
        if (!decode(line, next, row))
            throw std::runtime_error("not MOT text: " + line);
        for (; frame < next; frame++, rows.clear())
            scanner.update(rows); // frames without rows too: tracks age in them
        rows.push_back(row);
    }
    scanner.update(rows);
    draw(scanner, band, config, camera.file + ".svg");

    scanner.finish();
    const auto counts = scanner.counts(band);
    camera.message = std::to_string(counts.total) + " counted (" + std::to_string(counts.low) +
                     " to " + std::to_string(counts.high) + ") in " + std::to_string(frame) +
                     " frames";
} catch (const std::exception &error) {
    camera.message = std::string("error: ") + error.what();
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 5) {
        std::cerr << "usage: two_cameras FILE FILE WIDTH HEIGHT\n";
        return 2;
    }
    const shelf::config config(static_cast<std::uint32_t>(std::stoul(argv[3])),
                               static_cast<std::uint32_t>(std::stoul(argv[4])));
    camera left = {argv[1], ""}, right = {argv[2], ""};
    std::thread other([&] { run(right, config); });
    run(left, config);
    other.join();
    bool failed = false;
    for (const auto &camera : {left, right}) {
        std::cout << camera.file << ": " << camera.message << "\n";
        failed = failed || camera.message.rfind("error", 0) == 0;
    }
    return failed ? 1 : 0;
}
