// A Bullet world that owns everything in it, and the scenes of the tests and measurements.
#pragma once

#include <btBulletDynamicsCommon.h>

#include <time.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace scenes {

// The same numbers in every build: xorshift with a seed.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1) {}

    // Uniform in [low, high).
    float between(float low, float high) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return low + (high - low) * static_cast<float>(state_ >> 40) * 0x1p-24f;
    }

    btVector3 vector(float low, float high) {
        const float x = between(low, high);
        const float y = between(low, high);
        const float z = between(low, high);
        return btVector3(x, y, z);
    }

private:
    std::uint64_t state_;
};

// CPU time of this thread in milliseconds.
inline double thread_ms() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

class World {
public:
    explicit World(std::unique_ptr<btBroadphaseInterface> broad_phase)
        : dispatcher_(&configuration_), broad_phase_(std::move(broad_phase)) {
        world_ = std::make_unique<Stepped>(&dispatcher_, broad_phase_.get(), &solver_,
                                           &configuration_);
        world_->getDispatchInfo().m_deterministicOverlappingPairs = true;
    }
    World(const World&) = delete;
    World& operator=(const World&) = delete;
    ~World() {
        for (const auto& body : bodies_) {
            world_->removeRigidBody(body.get());
        }
    }

    btDiscreteDynamicsWorld& bullet() { return *world_; }
    btBroadphaseInterface& broad_phase() { return *broad_phase_; }
    const std::vector<std::unique_ptr<btRigidBody>>& bodies() const { return bodies_; }

    btCollisionShape* box(const btVector3& half) {
        shapes_.push_back(std::make_unique<btBoxShape>(half));
        return shapes_.back().get();
    }
    btCollisionShape* ball(float radius) {
        shapes_.push_back(std::make_unique<btSphereShape>(radius));
        return shapes_.back().get();
    }

    btRigidBody& add(btCollisionShape* shape, float mass, const btVector3& position) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) {
            shape->calculateLocalInertia(mass, inertia);
        }
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
        info.m_startWorldTransform.setOrigin(position);
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        world_->addRigidBody(bodies_.back().get());
        return *bodies_.back();
    }

    void step() { world_->stepSimulation(1.0f / 60.0f, 0); }

    // CPU milliseconds of the broad phase so far: moves of boxes and pairs.
    double broad_phase_ms() const { return world_->broad_phase_ms; }

    // A hash of the bits of every pose: orientation and position.
    std::uint64_t pose_hash() const {
        std::uint64_t hash = 0xCBF29CE484222325u;
        for (const auto& body : bodies_) {
            float numbers[16];
            body->getWorldTransform().getOpenGLMatrix(numbers);
            for (const float number : numbers) {
                std::uint32_t bits;
                std::memcpy(&bits, &number, sizeof bits);
                hash = (hash ^ bits) * 0x100000001B3u;
            }
        }
        return hash;
    }

private:
    // Bullet's own world, with a clock around what its broad phase does in a step.
    class Stepped final : public btDiscreteDynamicsWorld {
    public:
        using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;
        void updateAabbs() override {
            const double start = thread_ms();
            btDiscreteDynamicsWorld::updateAabbs();
            broad_phase_ms += thread_ms() - start;
        }
        void computeOverlappingPairs() override {
            const double start = thread_ms();
            btDiscreteDynamicsWorld::computeOverlappingPairs();
            broad_phase_ms += thread_ms() - start;
        }
        double broad_phase_ms = 0;
    };

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    btSequentialImpulseConstraintSolver solver_;
    std::unique_ptr<btBroadphaseInterface> broad_phase_;
    std::unique_ptr<Stepped> world_;
    std::vector<std::unique_ptr<btCollisionShape>> shapes_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

// Boxes and balls that fall onto a floor, from columns of ten.
inline void pile(World& world, int count) {
    world.add(world.box(btVector3(200, 1, 200)), 0, btVector3(0, -1, 0));
    btCollisionShape* const box = world.box(btVector3(0.5f, 0.5f, 0.5f));
    btCollisionShape* const ball = world.ball(0.5f);
    Random random(1);
    int side = 1;
    while (side * side * 10 < count) {
        ++side;
    }
    for (int i = 0; i < count; ++i) {
        const int column = i / 10;
        const btVector3 corner(1.1f * static_cast<float>(column % side - side / 2),
                               0.6f + 1.05f * static_cast<float>(i % 10),
                               1.1f * static_cast<float>(column / side - side / 2));
        world.add(i % 4 == 0 ? ball : box, 1, corner + random.vector(-0.04f, 0.04f));
    }
}

// Balls that fly without friction and gravity between six walls.
inline void all_moving(World& world, int count) {
    world.bullet().setGravity(btVector3(0, 0, 0));
    int side = 1;
    while (side * side * side < count) {
        ++side;
    }
    const float half = static_cast<float>(side);
    for (int axis = 0; axis < 3; ++axis) {
        btVector3 extent(half + 3, half + 3, half + 3);
        extent[axis] = 1;
        btCollisionShape* const wall = world.box(extent);
        for (const float sign : {-1.0f, 1.0f}) {
            btVector3 position(0, 0, 0);
            position[axis] = sign * (half + 1.5f);
            world.add(wall, 0, position).setRestitution(1);
        }
    }
    btCollisionShape* const ball = world.ball(0.5f);
    Random random(2);
    for (int i = 0; i < count; ++i) {
        const btVector3 cell(static_cast<float>(i % side), static_cast<float>(i / side % side),
                             static_cast<float>(i / side / side));
        const btVector3 position = cell * 2 - btVector3(half - 1, half - 1, half - 1);
        btRigidBody& body = world.add(ball, 1, position + random.vector(-0.4f, 0.4f));
        body.setLinearVelocity(random.vector(-6, 6));
        body.setRestitution(1);
        body.setFriction(0);
        body.setActivationState(DISABLE_DEACTIVATION);
    }
}

}  // namespace scenes
