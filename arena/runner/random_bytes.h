#ifndef ARENA_RUNNER_RANDOM_BYTES_H_
#define ARENA_RUNNER_RANDOM_BYTES_H_

#include <cstdint>
#include <string>

namespace flagfall::arena::runner {

// A one-time token: 256 bits from the system's random source, as 64 hexadecimal digits.
std::string NewToken();

// A seed for a tournament whose host gave none: from the system's random source, never 0.
std::uint64_t NewSeed();

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_RANDOM_BYTES_H_
