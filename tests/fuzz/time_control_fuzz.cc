// Any text as a time control: it is refused with a message, or it is one that can be played by, and is written and read
// again as the same.

#include <cstddef>
#include <cstdint>

#include "referee/base/check.h"
#include "referee/match/time_control.h"
#include "tests/fuzz/fuzzer.h"

namespace flagfall::fuzz::time_control_fuzz {

FLAGFALL_FUZZER(time_control) {
  const auto control = ParseTimeControl({reinterpret_cast<const char*>(bytes), size});
  if (!control.ok()) {
    FLAGFALL_CHECK(!control.status().message().empty());
    return 0;
  }
  FLAGFALL_CHECK(CheckTimeControl(*control).ok());
  const auto again = ParseTimeControl(FormatTimeControl(*control));
  FLAGFALL_CHECK(again.ok());
  FLAGFALL_CHECK(again->SerializeAsString() == control->SerializeAsString());
  return 0;
}

}  // namespace flagfall::fuzz::time_control_fuzz
