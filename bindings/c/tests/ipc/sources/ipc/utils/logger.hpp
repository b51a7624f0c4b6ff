// ipc-toolkit's messages of errors, without the library that formats them.
#pragma once

#include <stdexcept>
#include <string>

namespace ipc {

template <class... Arguments>
[[noreturn]] void log_and_throw_error(const std::string& message, const Arguments&...) {
    throw std::runtime_error(message);
}

}  // namespace ipc
