// Centres of unit boxes for the comparison of collision managers.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scenes {

using Point = std::array<double, 3>;
using Points = std::vector<Point>;

// The same numbers in every build: xorshift with a seed.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1) {}

    // Uniform in [low, high).
    double between(double low, double high) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return low + (high - low) * static_cast<double>(state_ >> 11) * 0x1p-53;
    }

private:
    std::uint64_t state_;
};

// Centres in a cube in which each unit box overlaps about `neighbours` others.
inline Points uniform(std::size_t count, double neighbours) {
    const double side = std::cbrt(8 * static_cast<double>(count) / neighbours);
    Random random(3);
    Points points(count);
    for (Point& point : points) {
        for (double& coordinate : point) {
            coordinate = random.between(0, side);
        }
    }
    return points;
}

// A row of boxes along the first axis.
inline Points collinear(std::size_t count) {
    Random random(4);
    Points points(count);
    for (Point& point : points) {
        point = {random.between(0, static_cast<double>(count)), 0, 0};
    }
    return points;
}

// Boxes on a grid that share faces, edges and corners, and overlap nowhere else.
inline Points touching(std::size_t count) {
    std::size_t side = 1;
    while (side * side * side < count) {
        ++side;
    }
    Points points(count);
    for (std::size_t i = 0; i < count; ++i) {
        points[i] = {static_cast<double>(i % side), static_cast<double>(i / side % side),
                     static_cast<double>(i / side / side)};
    }
    return points;
}

// How a scene changes from frame to frame.
enum class Motion { none, random, shift };

inline void advance(Points& points, Motion motion, std::uint64_t frame) {
    Random random(100 + frame);
    for (Point& point : points) {
        if (motion == Motion::shift) {
            // By whole numbers, so that boxes that touch go on touching.
            point[0] += frame % 2 == 0 ? 1 : -3;
        } else if (motion == Motion::random) {
            for (double& coordinate : point) {
                coordinate += random.between(-0.1, 0.1);
            }
        }
    }
}

struct Scene {
    std::string name;
    Points points;
    Motion motion;
};

inline std::vector<Scene> all(std::size_t count) {
    return {
        {"uniform", uniform(count, 1), Motion::none},
        {"collinear", collinear(count), Motion::none},
        {"dense", uniform(count, 40), Motion::none},
        {"touching", touching(count), Motion::none},
        {"uniform moving", uniform(count, 1), Motion::random},
        {"collinear moving", collinear(count), Motion::random},
        {"dense moving", uniform(count, 40), Motion::random},
        {"touching moving", touching(count), Motion::shift},
    };
}

}  // namespace scenes
