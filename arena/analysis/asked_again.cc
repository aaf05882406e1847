#include "arena/analysis/asked_again.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "arena/analysis/board_replay.h"
#include "arena/analysis/hidden_types.h"
#include "arena/analysis/hint.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board_game/board_play.h"

namespace flagfall::arena::analysis {
namespace {

using board::PieceType;

constexpr std::size_t kTellingMax = 20;

// Scores the plies of the player to move in one position.
class Scorer {
 public:
  Scorer(const board::BoardState& board, Side side) : board_(board), side_(side) {}

  // The ply is legal.
  double ScoreOf(board::Ply ply) {
    const board::PieceId own = board_.PieceAt(ply.from);
    if (const board::PieceId target = board_.PieceAt(ply.to); target != board::kNoPiece) {
      return IsHiddenFrom(side_, board_, target) ? Surprise(Hint::kAttack, own, target) / 2 : 0;
    }
    const board::Bitboard was_beside = board::kNeighbours[ply.from];
    const board::Bitboard is_beside = board::kNeighbours[ply.to];
    return (FirstOf(Hint::kApproach, own, is_beside & ~was_beside) +
            FirstOf(Hint::kFlight, own, was_beside & ~is_beside)) /
           4;
  }

 private:
  // For the hidden piece with the lowest origin on these squares; 0 where there is none.
  double FirstOf(Hint hint, board::PieceId own, board::Bitboard squares) {
    board::PieceId first = board::kNoPiece;
    board::ForEach(squares & board_.OccupiedBy(OpponentOf(side_)), [&](board::Square square) {
      const board::PieceId id = board_.PieceAt(square);
      if (IsHiddenFrom(side_, board_, id)) first = std::min(first, id);
    });
    return first == board::kNoPiece ? 0 : Surprise(hint, own, first);
  }

  // By how much the hint's outcome is above its mean over what the hidden piece may be.
  double Surprise(Hint hint, board::PieceId own, board::PieceId hidden) {
    if (!hidden_.has_value()) {
      hidden_ = HiddenTypesOf(board_, OpponentOf(side_));
      likely_ = LikelyTypes(*hidden_, [](board::PieceId, PieceType) { return 1.0; });
    }
    const auto at = std::find(hidden_->pieces.begin(), hidden_->pieces.end(), hidden) - hidden_->pieces.begin();
    const PieceType type = board_.PieceOf(own).type;
    double mean = 0;
    for (std::size_t each = 1; each < board::kPieceTypes; ++each) {
      mean += likely_[static_cast<std::size_t>(at)][each] * OutcomeOf(hint, type, static_cast<PieceType>(each));
    }
    return OutcomeOf(hint, type, board_.PieceOf(hidden).type) - mean;
  }

  const board::BoardState& board_;
  const Side side_;
  // Counted when they are first needed.
  std::optional<HiddenTypes> hidden_;
  std::vector<std::array<double, board::kPieceTypes>> likely_;
};

// The score of an answer; 0 for one that is no legal ply.
double ScoreOfAnswer(Scorer& scorer, const board::BoardState& board, const v1::Action& answer) {
  if (!answer.has_ply()) return 0;
  const absl::StatusOr<board::Ply> ply = PlyOf(answer.ply());
  return ply.ok() && board.IsLegal(*ply) ? scorer.ScoreOf(*ply) : 0;
}

}  // namespace

absl::Status AskedAgain::Add(const v1::GameRecord& record, Side side,
                             const std::vector<std::vector<ExamAnswer>>& answers) {
  struct Noted {
    double advantage = 0;
    bool is_scored = false;
    TellingPly ply;
  };
  std::vector<Noted> noted;
  std::size_t own = 0;
  const auto see = [&](const ReplayedPly& played) {
    if (played.side != side) return;
    const std::size_t index = own++;
    if (index >= answers.size()) return;
    Scorer scorer(played.before, side);
    const double score = scorer.ScoreOf(played.ply);
    bool is_scored = score != 0;
    double sum = 0;
    int count = 0;
    for (const ExamAnswer& answer : answers[index]) {
      if (!answer.has_value()) continue;
      const double answered = ScoreOfAnswer(scorer, played.before, *answer);
      is_scored = is_scored || answered != 0;
      sum += answered;
      ++count;
    }
    if (count == 0) return;
    noted.push_back({.advantage = score - sum / count,
                     .is_scored = is_scored,
                     .ply = {.game_id = record.game_id(), .number = played.number, .ply = played.ply}});
  };
  FLAGFALL_RETURN_IF_ERROR(ReplayBoard(record, see).status());
  for (Noted& note : noted) {
    ++plies_;
    if (note.is_scored) Take(note.advantage, std::move(note.ply));
  }
  ++games_;
  return absl::OkStatus();
}

void AskedAgain::Take(double advantage, TellingPly ply) {
  ++scored_;
  advantages_ += advantage;
  // Both scores are from -1 to 1.
  bets_.Add(advantage / 2);
  if (advantage <= 0) return;
  ply.advantage = advantage;
  const auto is_larger = [](const TellingPly& a, const TellingPly& b) { return a.advantage > b.advantage; };
  telling_.insert(std::upper_bound(telling_.begin(), telling_.end(), ply, is_larger), std::move(ply));
  if (telling_.size() > kTellingMax) telling_.pop_back();
}

}  // namespace flagfall::arena::analysis
