#ifndef REFEREE_BASE_COUNTED_H_
#define REFEREE_BASE_COUNTED_H_

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace flagfall {

// A number with its noun, as people are told it: "1 ply", "3 plies". `many` is `one` with an s when it is left out.
inline std::string Counted(std::uint64_t number, absl::string_view one, absl::string_view many = "") {
  if (number == 1) return absl::StrCat("1 ", one);
  return many.empty() ? absl::StrCat(number, " ", one, "s") : absl::StrCat(number, " ", many);
}

}  // namespace flagfall

#endif  // REFEREE_BASE_COUNTED_H_
