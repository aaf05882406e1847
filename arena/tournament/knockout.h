#ifndef ARENA_TOURNAMENT_KNOCKOUT_H_
#define ARENA_TOURNAMENT_KNOCKOUT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "arena/tournament/format.h"
#include "arena/tournament/format_definition.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::tournament {

struct KnockoutOptions {
  // A match is the best of so many games.
  std::uint32_t games = 2;
  // A level match goes on by pairs of games until a pair is won. After so many pairs lots are drawn.
  std::uint32_t tie_break_pairs = 5;
  // Whether the losers of the semi-finals play for the third place.
  bool third_place = true;
};

// A match of a knockout, as the web report shows it.
struct BracketMatch {
  // Players by index, the better seed first; -1 where `first` has a bye.
  int first = 0;
  int second = 0;
  bool is_for_third_place = false;
  // -1 while the match is open.
  int winner = -1;
  // The match was level to the end, and its winner was drawn by lot.
  bool is_by_lot = false;
};

// The loser of a match is out. The list of players is the seeding: players 1 and 2 can only meet in the final, and
// where the field is no power of two the first players have byes in the first round. A match asks at once for all games
// that it needs for certain, and for no more once it is decided. The players take turns with Red; lots are drawn for
// the first game. A round is a round of the bracket; the match for the third place is in the round of the final.
class Knockout final : public Format {
 public:
  // `players` ≥ 2, `games` ≥ 1.
  Knockout(int players, const KnockoutOptions& options, std::uint64_t seed);

  std::vector<Pairing> NextPairings() override;
  void AddResult(const PlayedGame& game) override;
  std::uint32_t BatchesAhead() const override { return 0; }
  bool HasLeft(int player) const override { return places_[player] > 0; }
  std::optional<std::uint32_t> GamesMax() const override;

  // Places by player, from 1. Players who are out share the place of all who lost in their round: 3, 5, 9, … Players
  // who are still in share the first place, or the third if they are to play for it.
  std::vector<int> Places() const;

  // The matches of each round that has begun, in the order of the bracket: matches 2k and 2k + 1, from 0, feed match k
  // of the next round. The match for the third place comes last.
  std::vector<std::vector<BracketMatch>> Bracket() const;

  // The number of rounds of a knockout of so many players.
  static std::uint32_t RoundsOf(int players);

 private:
  struct Match {
    // The better seed is the first. -1 as the second stands for a bye.
    int first = 0;
    int second = 0;
    bool is_for_third_place = false;
    bool first_begins_with_red = true;
    std::int64_t first_half_points = 0;
    std::int64_t second_half_points = 0;
    std::uint32_t played = 0;
    // The last game that the match asked for: its position in the schedule, from 0.
    std::uint32_t last_asked = 0;
  };

  Match NewMatch(int one, int other, bool is_for_third_place);
  // The games that the match needs for certain; 0 if it is decided.
  std::uint32_t GamesNeeded(const Match& match) const;
  // The winner of a match that is decided.
  int WinnerOf(const Match& match) const;
  std::vector<BracketMatch> Described() const;
  // Gives losers their places and pairs the winners. Returns false when the tournament is over.
  bool Advance();
  std::vector<Pairing> AskFor(const std::vector<std::uint32_t>& needed);
  std::string LotOf(const Match& match) const;

  const KnockoutOptions options_;
  const std::uint64_t seed_;
  const int players_;
  std::uint32_t round_ = 1;
  std::uint32_t asked_ = 0;
  // The matches of this round, in the order of the bracket.
  std::vector<Match> matches_;
  // The rounds that are over.
  std::vector<std::vector<BracketMatch>> past_;
  // Final places by player; 0 while a place is open.
  std::vector<int> places_;
  // The losers of the semi-finals, while the third place is open.
  std::vector<int> semifinal_losers_;
};

FormatDefinition KnockoutDefinition();

// The bracket of a complete spec's knockout after the games, which are ordered by number and are used up to the first
// that is missing.
std::vector<std::vector<BracketMatch>> BracketAfter(const v1::TournamentSpec& spec, absl::Span<const PlayedGame> games);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_KNOCKOUT_H_
