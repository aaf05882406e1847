#ifndef ARENA_ANALYSIS_FOREKNOWLEDGE_H_
#define ARENA_ANALYSIS_FOREKNOWLEDGE_H_

#include <array>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/analysis/log_winnings.h"
#include "arena/analysis/piece_habits.h"
#include "arena/analysis/skill_bets.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/board/square.h"
#include "referee/rules/side.h"

namespace flagfall::arena::analysis {

// Where a player's plies show what it takes a hidden piece for.
enum class Hint {
  // It attacks it: 1 when it wins, 0 when both fall, -1 when it loses.
  kAttack,
  // It could attack it from beside for the first time, with its strongest piece there: when it does, as for an attack;
  // when it does not, the reverse.
  kContact,
  // The same attacks: 1 when it was the Flag, otherwise 0.
  kFlag,
  // It moves a piece next to it: as for an attack with that piece.
  kApproach,
  // It moves a piece away that stood next to it: 1 when the hidden piece would have won by an attack, 0 when both would
  // have fallen, -1 when it could not attack or would have lost.
  kFlight,
};
inline constexpr int kHints = 5;
// "attack", "contact", "flag", "approach", "flight".
absl::string_view HintName(Hint hint);

// The skill that a player may show at each kind of hint before it counts against it. Honest players show some: they
// conclude from how a piece moves what it is, which chance, as it is counted here, does not. The values lie above
// what `random`, `sergeant` and `marshal` were seen to show; bots that conclude more need more.
inline constexpr std::array<double, kHints> kSkillAllowed = {0.3, 0.25, 0.8, 0.3, 1.2};

// A guess that weighs, for whoever wants to look at it.
struct WeighingPly {
  std::string game_id;
  // From 1.
  int number = 0;
  board::Ply ply;
  Hint hint = Hint::kAttack;
  // By how much it has raised the logarithm (base 10) of the winnings of its hint.
  double weight = 0;
};

// A test of whether a player knows more about hidden pieces than it may, over its games of one board game, one after
// the other. Chance is: where the opponent puts its pieces and what it does with them, as the games before have shown
// it, the types that are left, and that what has moved is movable. In each game each hidden piece counts once for each
// hint, and later guesses take it for known, so that nothing is counted twice.
//
// If its player knows no more than it may, and shows no more than the allowed skill, then P() is at most p with a
// chance of at most p, even if one looks after each game and stops when one likes (SkillBets).
class Foreknowledge {
 public:
  explicit Foreknowledge(const std::array<double, kHints>& skill_allowed = kSkillAllowed);

  // Adds a game of the player, which played that side. Games must be added in the order in which they were played.
  // Errors as ReplayBoard's; then nothing was added.
  absl::Status Add(const v1::GameRecord& record, Side side);

  // At most 1: one divided by the most that all bets together were ever worth; kPMin where that is less.
  double P() const { return POf(log_most_); }
  const SkillBets& bets(Hint hint) const { return bets_[static_cast<std::size_t>(hint)]; }
  int games() const { return games_; }
  // The guesses that have weighed most against the player, the heaviest first.
  const std::vector<WeighingPly>& weighing() const { return weighing_; }

 private:
  void Take(Hint hint, const Guess& guess, WeighingPly ply);

  std::vector<SkillBets> bets_;
  PieceHabits habits_;
  // By how much an opponent's hidden piece that stands beside one of the player's is easier to beat than its habits
  // say: weak ones and strong ones do not come and stay there equally often. By circumstance (CircumstanceOf), the same
  // bets, on all that stood there, attacked or not. Contacts count once there are enough of them to tell.
  std::vector<SkillBets> beside_;
  int games_ = 0;
  // Natural.
  double log_most_ = 0;
  std::vector<WeighingPly> weighing_;
};

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_FOREKNOWLEDGE_H_
