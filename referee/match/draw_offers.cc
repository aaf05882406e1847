#include "referee/match/draw_offers.h"

#include "absl/strings/str_cat.h"
#include "referee/base/counted.h"

namespace flagfall {

std::string DrawOffers::RefusalAfter(std::uint32_t plies) const {
  if (policy_.no_draw_offers()) return "nobody offers draws in this tournament";
  const std::uint32_t least = policy_.draw_offers_min_plies();
  if (plies >= least) return "";
  return absl::StrCat("in this tournament draws may be offered after ", Counted(least, "ply", "plies"));
}

}  // namespace flagfall
