#ifndef ARENA_ANALYSIS_ASKED_AGAIN_H_
#define ARENA_ANALYSIS_ASKED_AGAIN_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/analysis/exam_scores.h"
#include "arena/analysis/mean_bets.h"
#include "flagfall/v1/record.pb.h"
#include "referee/rules/board/square.h"
#include "referee/rules/side.h"

namespace flagfall::arena::analysis {

// A ply that showed more of a hidden piece than what the bot answered when it was asked again.
struct TellingPly {
  std::string game_id;
  // From 1.
  int number = 0;
  board::Ply ply;
  // Above 0, at most 2 (AskedAgain).
  double advantage = 0;
};

// A test of whether a player knew more about hidden pieces in its games than it could know. The player's own program
// is asked again for each of its plies, where nobody can tell it anything: an exam. What it concludes honestly from
// what it sees, it concludes there too; what it was told, it was told in the game alone.
//
// Each ply is given a score of what it shows, from -1 to 1. The score of an attack on a hidden piece is half of its
// outcome less the mean outcome over all types that the piece may be; that of a piece moved next to a hidden one or
// away from it is a quarter of the same for the attack that thereby becomes possible or impossible (hint.h). Any other
// ply scores 0. Thus a bot that attacks much, whatever it attacks, scores 0 on average. The advantage of a ply is its
// score less the mean score of the answers in the same view.
//
// If the answers in the game came about as those of the exam did, given what the player had seen, then each advantage
// has the mean 0, given all before it, for every bot, however well it guesses. Bets against that (MeanBets) give a P
// that is at most p with a chance of at most p, even if one looks after each game and stops when one likes.
class AskedAgain {
 public:
  // Adds a game in which the player had that side. `answers` has by the player's plies, from the first, what it
  // answered when it was asked again; a ply without answers says nothing. Games must be added in the order in which
  // they were played. Errors as ReplayBoard's; then nothing was added.
  absl::Status Add(const v1::GameRecord& record, Side side, const std::vector<std::vector<ExamAnswer>>& answers);

  double P() const { return bets_.P(); }
  double Winnings() const { return bets_.Winnings(); }
  int games() const { return games_; }
  // The plies that were asked for again, and those of them at which a score was not 0, in the game or in an answer.
  int plies() const { return plies_; }
  int scored() const { return scored_; }
  // The mean advantage over the plies that were scored; 0 where there are none.
  double Advantage() const { return scored_ == 0 ? 0 : advantages_ / scored_; }
  // Those with the largest advantages, the largest first.
  const std::vector<TellingPly>& telling() const { return telling_; }

 private:
  void Take(double advantage, TellingPly ply);

  MeanBets bets_;
  int games_ = 0;
  int plies_ = 0;
  int scored_ = 0;
  double advantages_ = 0;
  std::vector<TellingPly> telling_;
};

}  // namespace flagfall::arena::analysis

#endif  // ARENA_ANALYSIS_ASKED_AGAIN_H_
