#ifndef ARENA_TOURNAMENT_KNOCKOUT_H_
#define ARENA_TOURNAMENT_KNOCKOUT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/tournament/format.h"

namespace flagfall::arena {

struct KnockoutOptions {
  // A match is the best of so many games.
  std::uint32_t games = 2;
  // When it is level: pairs of games until one of them is won, at most so many; then the lot.
  std::uint32_t tie_break_pairs = 5;
  // Whether the losers of the semi-finals play for the third place.
  bool third_place = true;
};

// A match of a knockout, for those who look on.
struct BracketMatch {
  // Players by index, the better seed first; -1 where `first` has a bye.
  int first = 0;
  int second = 0;
  bool is_for_third_place = false;
  // -1 while it is open.
  int winner = -1;
  // Level to the end, and decided by lot.
  bool is_by_lot = false;
};

// Who loses a match is out. The list is the seeding: 1 and 2 can only meet in the final, and the first have byes in the
// first round where the field is no power of two. A match has as many games at once as it needs for certain, and no
// more once it is decided; its sides take turns, and who begins with Red is drawn. A round is one of the bracket, the
// match for the third place in that of the final.
class Knockout final : public Format {
 public:
  // `players` ≥ 2, `games` ≥ 1.
  Knockout(int players, const KnockoutOptions& options, std::uint64_t seed);

  std::vector<Pairing> NextPairings() override;
  void Take(const PlayedGame& game) override;
  std::uint32_t DrawingsAhead() const override { return 0; }
  bool HasLeft(int player) const override { return places_[static_cast<std::size_t>(player)] > 0; }
  std::optional<std::uint32_t> GamesMax() const override;

  // By player, from 1. Who is out has the place of all who lose in that round: 3, 5, 9, …; who is still in shares the
  // first place, or the third while it is played for.
  std::vector<int> Places() const;

  // By round, as far as drawn, in the order of the bracket: matches 2k and 2k + 1, from 0, feed match k of the next
  // round. That for the third place comes last.
  std::vector<std::vector<BracketMatch>> Bracket() const;

  static std::uint32_t RoundsOf(int players);

 private:
  struct Match {
    // The better seed is the first. A second of -1 stands for a bye.
    int first = 0;
    int second = 0;
    bool is_for_third_place = false;
    bool first_begins_with_red = true;
    std::int64_t first_half_points = 0;
    std::int64_t second_half_points = 0;
    std::uint32_t played = 0;
    // Where in the schedule the last game asked for stands, counted from 0.
    std::uint32_t last_asked = 0;
  };

  Match NewMatch(int one, int other, bool is_for_third_place);
  // Games that are needed for certain; 0 when it is decided.
  std::uint32_t GamesNeeded(const Match& match) const;
  // Of a match that needs none.
  int WinnerOf(const Match& match) const;
  std::vector<BracketMatch> Described() const;
  // Gives losers their places and pairs the winners; false when there is nobody left to play.
  bool Advance();
  std::vector<Pairing> AskFor(const std::vector<std::uint32_t>& needed);
  std::string LotOf(const Match& match) const;

  const KnockoutOptions options_;
  const std::uint64_t seed_;
  const int players_;
  std::uint32_t round_ = 1;
  std::uint32_t asked_ = 0;
  // Of this round, in the order of the bracket.
  std::vector<Match> matches_;
  // Rounds that are over.
  std::vector<std::vector<BracketMatch>> past_;
  // Final places, by player; 0 while open.
  std::vector<int> places_;
  // Who has lost the semi-finals, while the third place is open.
  std::vector<int> semifinal_losers_;
};

}  // namespace flagfall::arena

#endif  // ARENA_TOURNAMENT_KNOCKOUT_H_
