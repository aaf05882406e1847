// Any text as a time control: it is refused with a message, or it is one that can be played by, and is written and read
// again as the same.

#include <cstddef>
#include <cstdint>

#include "referee/base/check.h"
#include "referee/match/time_control.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto control = flagfall::ParseTimeControl({reinterpret_cast<const char*>(bytes), size});
  if (!control.ok()) {
    FLAGFALL_CHECK(!control.status().message().empty());
    return 0;
  }
  FLAGFALL_CHECK(flagfall::CheckTimeControl(*control).ok());
  const auto again = flagfall::ParseTimeControl(flagfall::FormatTimeControl(*control));
  FLAGFALL_CHECK(again.ok());
  FLAGFALL_CHECK(again->SerializeAsString() == control->SerializeAsString());
  return 0;
}
