// Simulates one scene with three broad phases, in turns: this library's, btDbvtBroadphase and
// bt32BitAxisSweep3. Poses of every step are those of btDbvtBroadphase to the bit.
//
//     poses pile|moving COUNT STEPS [--record]
#include "world.hpp"

#include <broadleaf/bullet.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using scenes::World;

struct Contender {
    const char* name;
    std::unique_ptr<World> world;
    double step_ms = 0;
    int steps_equal = 0;
    double pairs = 0;
};

std::unique_ptr<World> world_of(const std::string& scene, int count,
                                std::unique_ptr<btBroadphaseInterface> broad_phase) {
    auto world = std::make_unique<World>(std::move(broad_phase));
    if (scene == "pile") {
        scenes::pile(*world, count);
    } else {
        scenes::all_moving(*world, count);
    }
    return world;
}

std::vector<Contender> contenders(const std::string& scene, int count) {
    const btVector3 half(300, 300, 300);
    std::vector<Contender> all;
    all.push_back({"btDbvtBroadphase",
                   world_of(scene, count, std::make_unique<btDbvtBroadphase>())});
    all.push_back({"broadleaf",
                   world_of(scene, count, std::make_unique<broadleaf::bullet::BroadPhase>())});
    all.push_back({"bt32BitAxisSweep3",
                   world_of(scene, count,
                            std::make_unique<bt32BitAxisSweep3>(-half, half, count + 16))});
    return all;
}

void step(Contender& contender) {
    const double start = scenes::thread_ms();
    contender.world->step();
    contender.step_ms += scenes::thread_ms() - start;
    contender.pairs +=
        contender.world->broad_phase().getOverlappingPairCache()->getNumOverlappingPairs();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr, "poses pile|moving COUNT STEPS [--record]\n");
        return 2;
    }
    const std::string scene = argv[1];
    const int count = std::atoi(argv[2]);
    const int steps = std::atoi(argv[3]);
    const bool records = argc > 4 && std::string(argv[4]) == "--record";
    std::vector<Contender> all = contenders(scene, count);
    for (int i = 0; i < steps; ++i) {
        // Every contender is first in a third of the steps.
        for (std::size_t k = 0; k < all.size(); ++k) {
            step(all[(k + static_cast<std::size_t>(i)) % all.size()]);
        }
        const std::uint64_t expected = all.front().world->pose_hash();
        for (Contender& contender : all) {
            contender.steps_equal += contender.world->pose_hash() == expected ? 1 : 0;
        }
    }
    const double ours = all[1].step_ms;
    for (const Contender& contender : all) {
        std::printf(records ? "Bullet,%s %d,%s,%.3f,%.3f,%.2f,%d of %d,%.0f\n"
                            : "Bullet %-6s %6d  %-18s step %8.3f  broad phase %7.3f ms  "
                              "ratio %5.2f  poses equal %d of %d  pairs %.0f\n",
                    scene.c_str(), count, contender.name, contender.step_ms / steps,
                    contender.world->broad_phase_ms() / steps, contender.step_ms / ours,
                    contender.steps_equal, steps, contender.pairs / steps);
    }
    return all[1].steps_equal == steps ? 0 : 1;
}
