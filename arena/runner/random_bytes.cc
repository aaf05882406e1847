#include "arena/runner/random_bytes.h"

#include <unistd.h>

#include "absl/strings/escaping.h"
#include "referee/base/check.h"

namespace flagfall::arena::runner {

std::string NewToken() {
  std::string bytes(32, '\0');
  FLAGFALL_CHECK(::getentropy(bytes.data(), bytes.size()) == 0);
  return absl::BytesToHexString(bytes);
}

std::uint64_t NewSeed() {
  std::uint64_t seed = 0;
  while (seed == 0) FLAGFALL_CHECK(::getentropy(&seed, sizeof seed) == 0);
  return seed;
}

}  // namespace flagfall::arena::runner
