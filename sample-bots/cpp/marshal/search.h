#ifndef SAMPLE_BOTS_CPP_MARSHAL_SEARCH_H_
#define SAMPLE_BOTS_CPP_MARSHAL_SEARCH_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sample-bots/cpp/marshal/evaluation.h"

namespace flagfall::bot {

// How much may be searched for one ply: until a time, or if `nodes` is above 0, so many positions, whatever the time.
class Effort {
 public:
  Effort(std::int64_t nodes, std::chrono::steady_clock::time_point stop_at) : nodes_(nodes), stop_at_(stop_at) {}

  // Counts a position. Returns whether there is still some effort left.
  bool Spend() {
    ++spent_;
    if (nodes_ > 0) {
      is_over_ = spent_ >= nodes_;
    } else if (spent_ % kNodesBetweenLooks == 0) {
      is_over_ = std::chrono::steady_clock::now() >= stop_at_;
    }
    return !is_over_;
  }
  bool is_over() const { return is_over_; }
  std::int64_t spent() const { return spent_; }

 private:
  static constexpr std::int64_t kNodesBetweenLooks = 128;

  const std::int64_t nodes_;
  const std::chrono::steady_clock::time_point stop_at_;
  std::int64_t spent_ = 0;
  bool is_over_ = false;
};

// A number for a piece on a square. The marks of all pieces, exclusive-or'ed, are the key of a position.
std::uint64_t MarkOf(board::PieceId id, board::Square square);

// What was found of positions, by their keys. Of two positions at one place the later stays.
class TranspositionTable {
 public:
  enum class Bound : std::uint8_t { kNone, kExact, kAtLeast, kAtMost };
  struct Entry {
    std::uint64_t key = 0;
    float value = 0;
    std::int8_t depth = 0;
    Bound bound = Bound::kNone;
    board::Ply best;
  };

  TranspositionTable() : entries_(kEntries) {}
  Entry& At(std::uint64_t key) { return entries_[key % kEntries]; }

 private:
  // 16 bytes each; a program plays many games at once.
  static constexpr std::size_t kEntries = std::size_t{1} << 17;

  std::vector<Entry> entries_;
};

struct RootPly {
  board::Ply ply;
  Expectation expectation;
  // Taken off its value.
  double handicap = 0;
  double value = 0;
};

// Alpha-beta on the board of a MarshalEvaluation, in its negamax form: every value is one for the side to move. Gains
// are added up along the line, so that the value of a position is what is still to be gained from it, however it came
// about.
//
// What makes it deep is what chess programs do: the table of positions above, which also knows the ply to look at
// first; null-move pruning, which gives up a line where a side could even pass; and late plies of a position looked at
// less deeply, until they turn out to be good.
class Search {
 public:
  // `salt` tells evaluations apart in the table. All else must outlive the search.
  Search(const MarshalEvaluation& evaluation, TranspositionTable& table, Effort& effort, const Weights& weights,
         std::uint64_t salt)
      : evaluation_(evaluation), table_(table), effort_(effort), weights_(weights), salt_(salt) {}

  // Values the plies, which are not none, deeper and deeper for as long as the effort lasts, and puts the best first.
  // Returns the depth that was completed.
  int Deepen(std::vector<RootPly>& plies);

 private:
  struct JudgedPly {
    double order = 0;
    board::Ply ply;
    Expectation expectation;
  };

  double Follow(const board::BoardState& board, std::uint64_t key, board::Ply ply, const Expectation& expectation,
                int depth, double alpha, double beta);
  double Best(const board::BoardState& board, std::uint64_t key, int depth, double alpha, double beta,
              bool may_pass = true);
  double BestOf(const board::BoardState& board, std::uint64_t key, int depth, double alpha, double beta,
                board::Ply& best_ply);
  double BestAttack(const board::BoardState& board, int attacks, double alpha, double beta);
  int Judged(const board::BoardState& board, const board::PlyList& legal, board::Ply first, JudgedPly* judged) const;

  const MarshalEvaluation& evaluation_;
  TranspositionTable& table_;
  Effort& effort_;
  const Weights& weights_;
  const std::uint64_t salt_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_MARSHAL_SEARCH_H_
