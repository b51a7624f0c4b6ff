// The broad phases of ipc-toolkit and their candidates, from the sources in the wheel of ipctk.
#include <ipc/broad_phase/aabb.cpp>
#include <ipc/broad_phase/broad_phase.cpp>
#include <ipc/broad_phase/brute_force.cpp>
#include <ipc/broad_phase/lbvh.cpp>
#include <ipc/candidates/collision_stencil.cpp>
#include <ipc/candidates/edge_edge.cpp>
#include <ipc/candidates/edge_face.cpp>
#include <ipc/candidates/edge_vertex.cpp>
#include <ipc/candidates/face_face.cpp>
#include <ipc/candidates/face_vertex.cpp>
#include <ipc/candidates/vertex_vertex.cpp>
