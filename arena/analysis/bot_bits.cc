#include "arena/analysis/bot_bits.h"

#include <algorithm>
#include <cmath>

#include "arena/analysis/board_replay.h"
#include "arena/analysis/hidden_types.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::analysis {
namespace {

v1::BitsFigure FigureMessage(const MeanBits& mean) {
  v1::BitsFigure message;
  message.set_bits(mean.value);
  if (mean.standard_error.has_value()) message.set_standard_error(*mean.standard_error);
  return message;
}

}  // namespace

absl::StatusOr<GameBits> GameBitsOf(const v1::GameRecord& record) {
  GameBits bits;
  std::optional<board::BoardState> first;
  std::optional<board::BoardState> last;
  FLAGFALL_RETURN_IF_ERROR(ReplayBoard(record, [&](const ReplayedPly& played) {
                             if (!first.has_value()) first = played.before;
                             last = played.after;
                             ++bits.plies[IndexOf(played.side)];
                             if (played.beliefs != nullptr) {
                               bits.beliefs[IndexOf(played.side)].Add(*played.beliefs, played.before, played.side);
                             }
                           }).status());
  if (!first.has_value()) return bits;
  for (const Side side : kSides) {
    bits.learnt[IndexOf(side)] =
        MissingBits(HiddenTypesOf(*first, OpponentOf(side))) - MissingBits(HiddenTypesOf(*last, OpponentOf(side)));
  }
  return bits;
}

void BotBits::Add(const GameBits& game, Side side) {
  const double learnt = game.learnt[IndexOf(side)];
  const double given = game.learnt[IndexOf(OpponentOf(side))];
  const std::uint32_t plies = game.plies[IndexOf(side)];
  ++games_;
  plies_ += plies;
  plies_squares_ += static_cast<double>(plies) * plies;
  learnt_.Add(learnt, plies);
  given_.Add(given, plies);
  net_.Add(learnt - given, plies);
  beliefs_.Add(game.beliefs[IndexOf(side)]);
}

MeanBits BotBits::PerGame(const Sums& sums) const {
  if (games_ == 0) return {};
  const auto games = static_cast<double>(games_);
  MeanBits mean{.value = sums.sum / games};
  if (games_ < 2) return mean;
  const double variance = (sums.squares - games * mean.value * mean.value) / (games - 1);
  mean.standard_error = std::sqrt(std::max(variance, 0.0) / games);
  return mean;
}

// The squared distances of the games' bits from the ratio times their plies are written out in sums.
MeanBits BotBits::PerPly(const Sums& sums) const {
  if (plies_ == 0) return {};
  const auto games = static_cast<double>(games_);
  MeanBits mean{.value = sums.sum / plies_};
  if (games_ < 2) return mean;
  const double squares = sums.squares - 2 * mean.value * sums.with_plies + mean.value * mean.value * plies_squares_;
  mean.standard_error = std::sqrt(games / (games - 1) * std::max(squares, 0.0)) / plies_;
  return mean;
}

v1::BotBits MessageOf(const BotBits& bits) {
  v1::BotBits message;
  message.set_games(bits.games());
  message.set_plies(bits.plies());
  *message.mutable_learnt_per_game() = FigureMessage(bits.LearntPerGame());
  *message.mutable_given_per_game() = FigureMessage(bits.GivenPerGame());
  *message.mutable_net_per_game() = FigureMessage(bits.NetPerGame());
  *message.mutable_learnt_per_ply() = FigureMessage(bits.LearntPerPly());
  *message.mutable_given_per_ply() = FigureMessage(bits.GivenPerPly());
  if (!bits.beliefs().IsEmpty()) *message.mutable_beliefs() = bits.beliefs().Score();
  return message;
}

}  // namespace flagfall::arena::analysis
