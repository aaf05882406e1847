#include "arena/base/second_player.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace flagfall::arena {
namespace {

constexpr absl::string_view kSecond = "#2";

}  // namespace

std::string SecondPlayerOf(absl::string_view entry) { return absl::StrCat(entry, kSecond); }

bool IsSecondPlayer(absl::string_view player) {
  return player.size() > kSecond.size() && absl::EndsWith(player, kSecond);
}

absl::string_view EntryOfPlayer(absl::string_view player) {
  return IsSecondPlayer(player) ? absl::StripSuffix(player, kSecond) : player;
}

}  // namespace flagfall::arena
