// What ipc-toolkit's build generates, as far as its broad phases need it.
#pragma once

#include <cstdint>

namespace ipc {
using index_t = std::int32_t;
}
