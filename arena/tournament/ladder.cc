#include "arena/tournament/ladder.h"

#include <algorithm>
#include <utility>

#include "arena/tournament/batch.h"
#include "arena/tournament/lots.h"
#include "arena/tournament/spec.h"
#include "arena/tournament/spec_error.h"
#include "referee/base/check.h"

namespace flagfall::arena::tournament {

Ladder::Ladder(int players, std::uint32_t rounds, std::uint32_t games, std::uint64_t seed)
    : rounds_(rounds), games_(games), entrant_of_(static_cast<std::size_t>(players)) {
  FLAGFALL_CHECK(players >= 2 && games >= 1);
  for (const int player : DrawOrder(players, seed)) {
    entrant_of_[player] = static_cast<int>(entrants_.size());
    Entrant& entrant = entrants_.emplace_back();
    entrant.player = player;
    entrant.met.resize(static_cast<std::size_t>(players), 0);
  }
}

std::vector<Pairing> Ladder::NextPairings() {
  std::vector<Pairing> firsts;
  if (rounds_ > 0 && round_ == rounds_) return firsts;
  ++round_;
  const std::vector<int> ready = Ready();
  const std::size_t pairs_max = std::max<std::size_t>(1, ready.size() / 4);
  std::vector<bool> is_paired(entrants_.size(), false);
  for (const auto& [worth, one, other] : CandidatesAmong(ready)) {
    if (firsts.size() == pairs_max) break;
    if (is_paired[one] || is_paired[other]) continue;
    is_paired[one] = is_paired[other] = true;
    firsts.push_back(Pair(one, other));
  }
  std::vector<Pairing> pairings = AllGamesOf(firsts, games_);
  if (pairings.size() > kScheduleGamesMax - asked_) return {};
  asked_ += static_cast<std::uint32_t>(pairings.size());
  return pairings;
}

void Ladder::AddResult(const PlayedGame& game) {
  Entrant& red = EntrantOf(game.red);
  Entrant& blue = EntrantOf(game.blue);
  Rate(red.rating, blue.rating, game.RedHalfPoints());
  CountForfeits(red, game.is_forfeit && game.result != v1::RESULT_RED_WINS, game.round);
  CountForfeits(blue, game.is_forfeit && game.result != v1::RESULT_BLUE_WINS, game.round);
}

bool Ladder::HasLeft(int player) const { return entrants_[entrant_of_[player]].forfeits >= kForfeitsMax; }

std::optional<std::uint32_t> Ladder::GamesMax() const {
  if (rounds_ == 0) return std::nullopt;
  const std::size_t pairs = std::max<std::size_t>(1, entrants_.size() / 4);
  return static_cast<std::uint32_t>(std::min<std::size_t>(kScheduleGamesMax, pairs * rounds_ * games_));
}

std::vector<int> Ladder::Ready() const {
  std::vector<std::uint32_t> ready_from;
  for (const Entrant& entrant : entrants_) {
    if (entrant.forfeits < kForfeitsMax) ready_from.push_back(entrant.ready_from);
  }
  if (ready_from.size() < 2) return {};
  std::nth_element(ready_from.begin(), ready_from.begin() + 1, ready_from.end());
  const std::uint32_t round = std::max(round_, ready_from[1]);
  std::vector<int> ready;
  for (std::size_t i = 0; i < entrants_.size(); ++i) {
    if (entrants_[i].forfeits < kForfeitsMax && entrants_[i].ready_from <= round) ready.push_back(static_cast<int>(i));
  }
  return ready;
}

std::vector<Ladder::Candidate> Ladder::CandidatesAmong(const std::vector<int>& ready) const {
  std::vector<Candidate> candidates;
  for (const int one : ready) {
    for (const int other : ready) {
      if (one >= other) continue;
      const double information = InformationOf(entrants_[one].rating, entrants_[other].rating);
      candidates.push_back({information / (1.0 + entrants_[one].met[other]), one, other});
    }
  }
  // A stable sort keeps the order drawn by lot among equals.
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.worth > b.worth; });
  return candidates;
}

Pairing Ladder::Pair(int one, int other) {
  Entrant& a = entrants_[one];
  Entrant& b = entrants_[other];
  const std::uint32_t meeting = ++a.met[other];
  ++b.met[one];
  const bool a_has_red = a.red_surplus != b.red_surplus ? a.red_surplus < b.red_surplus : meeting % 2 == 1;
  Entrant& red = a_has_red ? a : b;
  Entrant& blue = a_has_red ? b : a;
  ++red.red_surplus;
  --blue.red_surplus;
  return {.round = round_, .red = red.player, .blue = blue.player};
}

void Ladder::CountForfeits(Entrant& entrant, bool has_forfeited, std::uint32_t round) {
  if (!has_forfeited) {
    entrant.forfeits = 0;
    return;
  }
  // Forfeits in rounds that were paired before this one was known count as one failure together with it.
  if (round <= entrant.counted_until) return;
  ++entrant.forfeits;
  entrant.counted_until = round + BatchesAhead();
  entrant.ready_from = entrant.counted_until + 1 + (1U << (entrant.forfeits - 1));
}

FormatDefinition LadderDefinition() {
  using Spec = v1::TournamentSpec;
  return {
      .format = Spec::FORMAT_LADDER,
      .name = "ladder",
      .default_rounds = [](const Spec&) { return std::uint32_t{0}; },
      .check = [](const Spec& spec) { return CheckFieldMax("games", spec.games(), kMatchGamesMax); },
      .pairings_per_round = [](const Spec& spec) { return static_cast<std::uint64_t>(spec.bots_size() / 4); },
      .make = [](const Spec& spec) -> std::unique_ptr<Format> {
        return std::make_unique<Ladder>(spec.bots_size(), spec.rounds(), spec.games(), spec.seed());
      },
      .ranking = {Criterion::kRating},
      .add_columns = [](const Spec&, absl::Span<const PlayedGame>,
                        StandingsBuilder& standings) { standings.AddLadderRatings(); },
      .example =
          R"(  // The games that tell most about the strength of the bots: for so many rounds, or without end if "rounds" is left out.
  "format": "FORMAT_LADDER",
  "rounds": 100,
  "games": 2,
)"};
}

}  // namespace flagfall::arena::tournament
