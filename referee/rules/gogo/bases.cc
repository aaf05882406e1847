#include "referee/rules/gogo/bases.h"

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "referee/rules/clause_error.h"

namespace flagfall::gogo {
namespace {

bool IsOnLine(std::int32_t y) { return y >= 0 && y <= kLineMax; }

Ground GroundAt(Side end, std::int32_t base_y, std::int32_t flag_y) {
  return {.base = {LineOf(end), base_y}, .flag = {LineOf(end), flag_y}};
}

}  // namespace

absl::StatusOr<Ground> ReadBases(Side end, const v1::GogoBases& message) {
  for (const auto& [what, y] : {std::pair("base", message.base_y()), std::pair("flag", message.flag_y())}) {
    if (IsOnLine(y)) continue;
    return ClauseError("R8.1", absl::StrCat("the ", what, " would stand at y = ", y, "; expected 0 to ", kLineMax));
  }
  const int apart = std::abs(message.base_y() - message.flag_y());
  if (apart >= kApartMin) return GroundAt(end, message.base_y(), message.flag_y());
  return ClauseError("R8.1",
                     absl::StrCat("base and flag would stand ", apart, " apart; expected ", kApartMin, " at least"));
}

Ground DrawBases(Side end, Random& random) {
  for (;;) {
    const auto draw = [&random] { return static_cast<std::int32_t>(Below(kLineMax + 1, random)); };
    const std::int32_t base_y = draw();
    const std::int32_t flag_y = draw();
    if (std::abs(base_y - flag_y) >= kApartMin) return GroundAt(end, base_y, flag_y);
  }
}

}  // namespace flagfall::gogo
