// The bracket of eight, from the top: 1-8 4-5 3-6 2-7. It grows from the final, 1-2, by giving each s of m players the
// opponent 2m + 1 - s: 1-4 3-2, then 1-8 4-5 3-6 2-7 with each pair in its order. Neighbours' winners meet.
#include "arena/tournament/knockout.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/tournament/lots.h"
#include "arena/tournament/spec.h"
#include "arena/tournament/spec_error.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::tournament {
namespace {

constexpr int kBye = -1;
constexpr std::uint32_t kTieBreakPairsMax = 100;
constexpr std::uint32_t kDefaultTieBreakPairs = 5;

// Seeds from 1 in the order of the bracket, a power of two of them.
std::vector<int> BracketOf(std::uint32_t rounds) {
  std::vector<int> seeds = {1};
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const int sum = 2 * static_cast<int>(seeds.size()) + 1;
    std::vector<int> doubled;
    for (const int seed : seeds) {
      doubled.push_back(seed);
      doubled.push_back(sum - seed);
    }
    seeds = std::move(doubled);
  }
  return seeds;
}

}  // namespace

std::uint32_t Knockout::RoundsOf(int players) {
  std::uint32_t rounds = 0;
  while ((1 << rounds) < players) ++rounds;
  return rounds;
}

Knockout::Knockout(int players, const KnockoutOptions& options, std::uint64_t seed)
    : options_(options), seed_(seed), players_(players), places_(static_cast<std::size_t>(players), 0) {
  FLAGFALL_CHECK(players >= 2 && options.games >= 1);
  const std::vector<int> bracket = BracketOf(RoundsOf(players));
  for (std::size_t i = 0; i < bracket.size(); i += 2) {
    const auto player_of = [&](int seed) { return seed <= players ? seed - 1 : kBye; };
    matches_.push_back(NewMatch(player_of(bracket[i]), player_of(bracket[i + 1]), false));
  }
}

std::vector<Pairing> Knockout::NextPairings() {
  do {
    std::vector<std::uint32_t> needed;
    for (const Match& match : matches_) needed.push_back(GamesNeeded(match));
    if (std::any_of(needed.begin(), needed.end(), [](std::uint32_t games) { return games > 0; })) {
      return AskFor(needed);
    }
  } while (Advance());
  return {};
}

void Knockout::AddResult(const PlayedGame& game) {
  const auto match = std::find_if(matches_.begin(), matches_.end(), [&](const Match& candidate) {
    return candidate.first == game.red || candidate.first == game.blue;
  });
  FLAGFALL_CHECK(match != matches_.end() && (match->second == game.red || match->second == game.blue));
  match->first_half_points += game.HalfPointsOf(match->first);
  match->second_half_points += game.HalfPointsOf(match->second);
  ++match->played;
}

std::optional<std::uint32_t> Knockout::GamesMax() const {
  const bool has_third_place = options_.third_place && players_ >= 4;
  const auto matches = static_cast<std::uint32_t>(players_ - 1 + has_third_place);
  return matches * (options_.games + 2 * options_.tie_break_pairs);
}

std::vector<int> Knockout::Places() const {
  std::vector<int> places = places_;
  for (std::size_t player = 0; player < places.size(); ++player) {
    if (places[player] > 0) continue;
    places[player] =
        std::count(semifinal_losers_.begin(), semifinal_losers_.end(), static_cast<int>(player)) > 0 ? 3 : 1;
  }
  return places;
}

std::vector<std::vector<BracketMatch>> Knockout::Bracket() const {
  std::vector<std::vector<BracketMatch>> rounds = past_;
  if (!matches_.empty()) rounds.push_back(Described());
  return rounds;
}

std::vector<BracketMatch> Knockout::Described() const {
  std::vector<BracketMatch> described;
  for (const Match& match : matches_) {
    const bool is_decided = GamesNeeded(match) == 0;
    const bool is_level = match.first_half_points == match.second_half_points;
    described.push_back({.first = match.first,
                         .second = match.second,
                         .is_for_third_place = match.is_for_third_place,
                         .winner = is_decided ? WinnerOf(match) : -1,
                         .is_by_lot = is_decided && is_level && match.second != kBye});
  }
  return described;
}

Knockout::Match Knockout::NewMatch(int one, int other, bool is_for_third_place) {
  if (other != kBye && (one == kBye || other < one)) std::swap(one, other);
  Match match{.first = one, .second = other, .is_for_third_place = is_for_third_place};
  match.first_begins_with_red = DrawLot(seed_, absl::StrCat("side ", LotOf(match)));
  return match;
}

// "ROUND FIRST SECOND", with players from 0. It is unique: two players meet at most once in a round.
std::string Knockout::LotOf(const Match& match) const {
  return absl::StrCat(round_, " ", match.first, " ", match.second);
}

std::uint32_t Knockout::GamesNeeded(const Match& match) const {
  if (match.second == kBye) return 0;
  const std::int64_t games = options_.games;
  const std::int64_t leader = std::max(match.first_half_points, match.second_half_points);
  if (match.played >= options_.games) {
    const bool is_level = match.first_half_points == match.second_half_points;
    const std::uint32_t tie_break_games = match.played - options_.games;
    return is_level && tie_break_games < 2 * options_.tie_break_pairs ? 2 : 0;
  }
  // A match is won with more than half of its points, which is more half points than it has games.
  if (leader > games) return 0;
  const auto to_decide = static_cast<std::uint32_t>((games - leader) / 2 + 1);
  // Pairs of games are asked for as a whole.
  const std::uint32_t whole_pairs = to_decide + (match.played + to_decide) % 2;
  return std::min(whole_pairs, options_.games - match.played);
}

int Knockout::WinnerOf(const Match& match) const {
  if (match.second == kBye) return match.first;
  if (match.first_half_points != match.second_half_points) {
    return match.first_half_points > match.second_half_points ? match.first : match.second;
  }
  return DrawLot(seed_, absl::StrCat("winner ", LotOf(match))) ? match.first : match.second;
}

bool Knockout::Advance() {
  std::vector<int> winners;
  std::vector<int> losers;
  for (const Match& match : matches_) {
    const int winner = WinnerOf(match);
    const int loser = winner == match.first ? match.second : match.first;
    if (match.is_for_third_place) {
      places_[winner] = 3;
      places_[loser] = 4;
      continue;
    }
    winners.push_back(winner);
    if (loser != kBye) losers.push_back(loser);
  }
  if (!matches_.empty()) past_.push_back(Described());
  matches_.clear();
  semifinal_losers_.clear();
  const bool plays_for_third = options_.third_place && winners.size() == 2 && losers.size() == 2;
  if (plays_for_third) semifinal_losers_ = losers;
  for (const int loser : losers) {
    if (!plays_for_third) places_[loser] = static_cast<int>(winners.size()) + 1;
  }
  if (winners.size() <= 1) {
    for (const int winner : winners) places_[winner] = 1;
    return false;
  }
  ++round_;
  for (std::size_t i = 0; i < winners.size(); i += 2) matches_.push_back(NewMatch(winners[i], winners[i + 1], false));
  if (plays_for_third) matches_.push_back(NewMatch(losers[0], losers[1], true));
  return true;
}

// Asks for the first games of all matches, then for the second ones, and so on.
std::vector<Pairing> Knockout::AskFor(const std::vector<std::uint32_t>& needed) {
  std::vector<Pairing> pairings;
  for (std::uint32_t game = 0; game < *std::max_element(needed.begin(), needed.end()); ++game) {
    for (std::size_t i = 0; i < matches_.size(); ++i) {
      if (game >= needed[i]) continue;
      Match& match = matches_[i];
      const bool is_second = (match.played + game) % 2 == 1;
      const bool first_has_red = match.first_begins_with_red != is_second;
      pairings.push_back({.round = round_,
                          .red = first_has_red ? match.first : match.second,
                          .blue = first_has_red ? match.second : match.first,
                          .first_before = is_second ? asked_ - match.last_asked : 0});
      match.last_asked = asked_++;
    }
  }
  return pairings;
}

namespace {

using Spec = v1::TournamentSpec;

void FillKnockout(Spec& spec) {
  if (!spec.has_tie_break_pairs()) spec.set_tie_break_pairs(kDefaultTieBreakPairs);
  if (!spec.has_third_place()) spec.set_third_place(true);
}

absl::Status CheckKnockout(const Spec& spec) {
  const std::uint32_t rounds = Knockout::RoundsOf(spec.bots_size());
  if (spec.rounds() != rounds) {
    return WrongField("rounds", absl::StrCat(spec.rounds(), " given; a knockout of ", spec.bots_size(), " bots has ",
                                             rounds, "; leave the field out"));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckFieldMax("tie_break_pairs", spec.tie_break_pairs(), kTieBreakPairsMax));
  return CheckFieldMax("games", spec.games(), kMatchGamesMax);
}

Knockout KnockoutOf(const Spec& spec) {
  return Knockout(spec.bots_size(),
                  {.games = spec.games(), .tie_break_pairs = spec.tie_break_pairs(), .third_place = spec.third_place()},
                  spec.seed());
}

// The knockout after the games, which are ordered by number and are used up to the first that is missing.
Knockout KnockoutAfter(const Spec& spec, absl::Span<const PlayedGame> games) {
  Knockout knockout = KnockoutOf(spec);
  std::size_t added = 0;
  for (std::size_t asked = 0;;) {
    const std::size_t more = knockout.NextPairings().size();
    asked += more;
    while (added < std::min(asked, games.size()) && games[added].number == added + 1) {
      knockout.AddResult(games[added++]);
    }
    if (more == 0 || added < asked) return knockout;
  }
}

}  // namespace

FormatDefinition KnockoutDefinition() {
  return {
      .format = Spec::FORMAT_KNOCKOUT,
      .name = "knockout",
      .own_fields = {"tie_break_pairs", "third_place"},
      .default_rounds = [](const Spec& spec) { return Knockout::RoundsOf(spec.bots_size()); },
      .fill_own_fields = FillKnockout,
      .check = CheckKnockout,
      .pairings_per_round = [](const Spec& spec) { return static_cast<std::uint64_t>(spec.bots_size() / 2); },
      .make = [](const Spec& spec) -> std::unique_ptr<Format> { return std::make_unique<Knockout>(KnockoutOf(spec)); },
      .ranking = {Criterion::kPlace},
      .add_columns = [](const Spec& spec, absl::Span<const PlayedGame> games,
                        StandingsBuilder& standings) { standings.SetPlaces(KnockoutAfter(spec, games).Places()); },
      .rounds_view = RoundsView::kBracket,
      .example = R"(  // The loser of a match is out. The list of bots is the seeding, the best bot first.
  "format": "FORMAT_KNOCKOUT",
  // A match is the best of so many games.
  "games": 4,
  // A level match goes on by at most so many pairs of games; then lots are drawn.
  "tie_break_pairs": 5,
  "third_place": true,
)"};
}

std::vector<std::vector<BracketMatch>> BracketAfter(const v1::TournamentSpec& spec,
                                                    absl::Span<const PlayedGame> games) {
  return KnockoutAfter(spec, games).Bracket();
}

}  // namespace flagfall::arena::tournament
