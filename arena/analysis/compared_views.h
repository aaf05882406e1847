#ifndef ARENA_ANALYSIS_COMPARED_VIEWS_H_
#define ARENA_ANALYSIS_COMPARED_VIEWS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "arena/analysis/exam_scores.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/board/square.h"
#include "referee/rules/side.h"

namespace flagfall::arena::analysis {

// The answer of a bot that gave no legal ply.
inline constexpr int kNoAnswer = -1;

// What a player has before it at one of its plies in a recorded game, and what bots answered that were asked there.
struct ComparedView {
  // Index of the game among those that were added.
  std::size_t game = 0;
  // Of the ply in its game, from 1.
  int number = 0;
  Side side = Side::kRed;
  // The legal plies.
  std::vector<board::Ply> legal = {};
  // By bot, by the time it was asked: an index into `legal`, or kNoAnswer.
  std::vector<std::vector<int>> answers = {};
};

// The views of recorded games of one board ruleset, in which bots were asked for their plies. Equal views count once:
// those of a player who has the same set-up and has seen the same plies, with all that they revealed.
class ComparedViews {
 public:
  // Adds the views of the first `plies_max` plies of a game, but for those that a game before had, too. Games whose
  // set-ups are the same share a unit: they begin alike, and are no independent witnesses. Errors as ReplayBoard's;
  // then nothing was added.
  absl::Status AddGame(const v1::GameRecord& record, int plies_max);

  // Adds the next bot: what it answered in each of the games, in the order in which they were added, each time that it
  // was asked in all of them.
  void AddBot(absl::Span<const std::vector<GameAnswers>> times);

  const std::vector<ComparedView>& views() const { return views_; }
  std::size_t games() const { return game_ids_.size(); }
  std::size_t bots() const { return bots_; }
  const std::string& GameId(std::size_t game) const { return game_ids_[game]; }
  // Index of the game's unit, below units().
  std::size_t UnitOf(std::size_t game) const { return unit_of_[game]; }
  std::size_t units() const { return units_.size(); }

 private:
  std::vector<ComparedView> views_;
  std::vector<std::string> game_ids_;
  std::vector<std::size_t> unit_of_;
  // By the bytes of both set-ups.
  std::map<std::string, std::size_t> units_;
  // Digests of all views so far.
  std::set<std::uint64_t> seen_;
  std::size_t bots_ = 0;
};

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_COMPARED_VIEWS_H_
