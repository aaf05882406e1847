// Any text as a tournament's JSON spec: it is refused with a message, or can be completed, and completing it once more
// changes nothing.

#include <cstddef>
#include <cstdint>

#include "arena/tournament/spec.h"
#include "google/protobuf/util/message_differencer.h"
#include "referee/base/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto spec =
      flagfall::arena::tournament::ParseTournamentSpec({reinterpret_cast<const char*>(bytes), size}, "the text");
  if (!spec.ok()) {
    FLAGFALL_CHECK(!spec.status().message().empty());
    return 0;
  }
  const flagfall::arena::tournament::SpecSurroundings surroundings = {.cores = 2,
                                                                      .draw_seed = [] { return std::uint64_t{7}; }};
  const auto complete = flagfall::arena::tournament::CompleteSpec(*spec, surroundings);
  if (!complete.ok()) {
    FLAGFALL_CHECK(!complete.status().message().empty());
    return 0;
  }
  const auto again = flagfall::arena::tournament::CompleteSpec(*complete, surroundings);
  FLAGFALL_CHECK(again.ok());
  // Not their bytes: maps are written in any order.
  FLAGFALL_CHECK(google::protobuf::util::MessageDifferencer::Equals(*again, *complete));
  return 0;
}
