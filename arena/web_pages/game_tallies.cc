#include "arena/web_pages/game_tallies.h"

#include <algorithm>

namespace flagfall::arena::web_pages {
namespace {

bool IsWin(v1::Side side, v1::Result result) {
  return result == (side == v1::SIDE_RED ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS);
}

}  // namespace

std::int64_t& CountIn(rating::Tally& tally, v1::Side side, v1::Result result) {
  if (result == v1::RESULT_DRAW) return tally.draws;
  return IsWin(side, result) ? tally.wins : tally.losses;
}

void GameTallies::Add(v1::Side side, v1::Result result, v1::Reason reason, std::int64_t games) {
  CountIn(side == v1::SIDE_RED ? as_red_ : as_blue_, side, result) += games;
  GamesByReason& by_reason = result == v1::RESULT_DRAW ? draws_ : IsWin(side, result) ? wins_ : losses_;
  by_reason[reason] += games;
}

rating::Tally GameTallies::Sum() const {
  return {.wins = as_red_.wins + as_blue_.wins,
          .draws = as_red_.draws + as_blue_.draws,
          .losses = as_red_.losses + as_blue_.losses};
}

void GameTallies::WriteReasons(const GamesByReason& games,
                               google::protobuf::RepeatedPtrField<v1::ReasonCount>& reasons) {
  for (const auto& [reason, count] : games) {
    v1::ReasonCount& written = *reasons.Add();
    written.set_reason(reason);
    written.set_games(static_cast<std::uint32_t>(count));
  }
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const v1::ReasonCount& a, const v1::ReasonCount& b) { return a.games() > b.games(); });
}

}  // namespace flagfall::arena::web_pages
