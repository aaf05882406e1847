#include "arena/base/second_player.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace flagfall::arena {
namespace {

// The length of the entry's name in that of a further player; that of the whole name where it is none.
std::size_t EntrySize(absl::string_view player) {
  const std::size_t sign = player.rfind('#');
  int number = 0;
  if (sign == absl::string_view::npos || sign == 0 || !absl::SimpleAtoi(player.substr(sign + 1), &number)) {
    return player.size();
  }
  // Each has one name: no `#02`, and no `#1`.
  return number >= 2 && player.substr(sign + 1) == absl::StrCat(number) ? sign : player.size();
}

}  // namespace

std::string PlayerOf(absl::string_view entry, int number) { return absl::StrCat(entry, "#", number); }

std::string SecondPlayerOf(absl::string_view entry) { return PlayerOf(entry, 2); }

bool IsFurtherPlayer(absl::string_view player) { return EntrySize(player) < player.size(); }

absl::string_view EntryOfPlayer(absl::string_view player) { return player.substr(0, EntrySize(player)); }

}  // namespace flagfall::arena
