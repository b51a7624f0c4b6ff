// Broadleaf for C++17 and later: the functions of broadleaf.h with owners, views, lambdas and
// exceptions. Header only; link the library.
//
//     #include <broadleaf.hpp>
//
//     struct Body { int kind; float lower[4], upper[4]; };
//     std::vector<Body> bodies = …;
//     const auto boxes = broadleaf::Boxes::of<3>(bodies, &Body::lower, &Body::upper);
//
//     for (const broadleaf::Pair pair : broadleaf::self_pairs(boxes)) { … pair.a, pair.b … }
//
//     const auto tree = broadleaf::Index::build(boxes);
//     tree.visit_window(window, [&](std::uint64_t row) { … });
//
//     broadleaf::BroadPhase world(broadleaf::Kind::of<float>(3));
//     const auto ids = world.create(boxes);
//     const broadleaf::Events events = world.step();
//
// What the types mean, which units they have and which threads may use them is in broadleaf.h.
//
// Views: `Boxes`, `Casts` and `Span` borrow memory and copy nothing. They are valid as long as that
// memory is, so make them in the call that uses them, or beside the memory.
//
// Owners: `Finder`, `Index` and `BroadPhase` free their handle. They can be moved, not copied; one
// that was moved from may only be assigned to or destroyed.
//
// Errors: a call that fails throws `Error`. Without exceptions, the program prints the text of the
// error and aborts. An exception of a lambda ends the call and leaves it unchanged.
#pragma once

#include "broadleaf/broad_phase.hpp"
#include "broadleaf/index.hpp"
#include "broadleaf/pairs.hpp"
