#include "arena/tournament/standings.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "arena/rating/confidence_sequence.h"
#include "referee/base/check.h"

namespace flagfall::arena::tournament {
namespace {

// Whole numbers and quotients of whole numbers, which are equal as doubles where the fractions are equal.
double ValueOf(const StandingsRow& row, Criterion criterion) {
  switch (criterion) {
    case Criterion::kPoints:
      return static_cast<double>(row.half_points);
    case Criterion::kScore:
      return row.tally.Games() == 0 ? 0 : static_cast<double>(row.half_points) / static_cast<double>(row.tally.Games());
    case Criterion::kBuchholz:
      return static_cast<double>(row.half_buchholz);
    case Criterion::kSonnebornBerger:
      return static_cast<double>(row.quarter_sonneborn_berger);
    case Criterion::kDirectEncounter:
      return static_cast<double>(row.direct_half_points);
    case Criterion::kWins:
      return static_cast<double>(row.tally.wins);
    case Criterion::kPlace:
      return -row.place;
    case Criterion::kRating:
      return row.rating.elo;
  }
  FLAGFALL_CHECK(false);
}

void OrderAndPlace(std::vector<StandingsRow>& rows, const Ranking& ranking) {
  std::vector<std::pair<std::vector<double>, StandingsRow>> sorted;
  for (StandingsRow& row : rows) {
    std::vector<double> values;
    for (const Criterion criterion : ranking) values.push_back(ValueOf(row, criterion));
    sorted.emplace_back(std::move(values), std::move(row));
  }
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second.name < b.second.name;
  });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_level = i > 0 && sorted[i].first == sorted[i - 1].first;
    rows[i] = std::move(sorted[i].second);
    rows[i].place = is_level ? rows[i - 1].place : static_cast<int>(i) + 1;
  }
}

}  // namespace

bool HasCriterion(const Ranking& ranking, Criterion criterion) {
  return std::find(ranking.begin(), ranking.end(), criterion) != ranking.end();
}

StandingsBuilder::StandingsBuilder(absl::Span<const std::string> names, absl::Span<const PlayedGame> games)
    : games_(games), results_(names.size(), std::vector<rating::Tally>(names.size())) {
  for (const PlayedGame& game : games) {
    FLAGFALL_CHECK(game.red != game.blue);
    FLAGFALL_CHECK(game.result == v1::RESULT_RED_WINS || game.result == v1::RESULT_BLUE_WINS ||
                   game.result == v1::RESULT_DRAW);
    rating::Tally& red = results_.at(game.red).at(game.blue);
    red.wins += game.result == v1::RESULT_RED_WINS;
    red.draws += game.result == v1::RESULT_DRAW;
    red.losses += game.result == v1::RESULT_BLUE_WINS;
    results_[game.blue][game.red] = {.wins = red.losses, .draws = red.draws, .losses = red.wins};
  }
  for (const std::string& name : names) {
    StandingsRow& row = rows_.emplace_back();
    row.player = static_cast<int>(rows_.size()) - 1;
    row.name = name;
    for (const rating::Tally& tally : results_[row.player]) {
      row.tally.wins += tally.wins;
      row.tally.draws += tally.draws;
      row.tally.losses += tally.losses;
    }
    row.half_points = row.tally.HalfPoints();
    row.elo = rating::EstimateElo(row.tally);
  }
}

void StandingsBuilder::AddSonnebornBerger() {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      rows_[i].quarter_sonneborn_berger += results_[i][j].HalfPoints() * rows_[j].half_points;
    }
  }
}

void StandingsBuilder::AddSwissColumns(std::uint32_t games_per_pairing) {
  AddByes(games_per_pairing);
  AddSonnebornBerger();
  AddBuchholz(games_per_pairing);
  AddDirectEncounters();
}

void StandingsBuilder::SetPlaces(absl::Span<const int> places) {
  for (StandingsRow& row : rows_) row.place = places[row.player];
}

void StandingsBuilder::AddLadderRatings() {
  for (const PlayedGame& game : games_) {
    Rate(rows_[game.red].rating, rows_[game.blue].rating, game.RedHalfPoints());
  }
}

Standings StandingsBuilder::Build(const Ranking& ranking) {
  OrderAndPlace(rows_, ranking);
  Standings standings{.rows = std::move(rows_), .crosstable = {}, .ranking = ranking};
  for (const StandingsRow& row : standings.rows) {
    std::vector<rating::Tally>& line = standings.crosstable.emplace_back();
    for (const StandingsRow& opponent : standings.rows) line.push_back(results_[row.player][opponent.player]);
  }
  return standings;
}

// In an odd field, the one player without a game has the bye of a round in which all others have a game.
void StandingsBuilder::AddByes(std::uint32_t games_per_pairing) {
  if (rows_.size() % 2 == 0) return;
  std::map<std::uint32_t, std::vector<bool>> seen_in;
  for (const PlayedGame& game : games_) {
    std::vector<bool>& seen = seen_in[game.round];
    seen.resize(rows_.size(), false);
    seen[game.red] = true;
    seen[game.blue] = true;
  }
  for (const auto& [round, seen] : seen_in) {
    if (std::count(seen.begin(), seen.end(), false) != 1) continue;
    StandingsRow& row = rows_[std::find(seen.begin(), seen.end(), false) - seen.begin()];
    ++row.byes;
    row.half_points += 2 * static_cast<std::int64_t>(games_per_pairing);
  }
}

// Adds Buchholz, and to Sonneborn-Berger what byes are worth.
void StandingsBuilder::AddBuchholz(std::uint32_t games_per_pairing) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t j = 0; j < rows_.size(); ++j)
      rows_[i].half_buchholz += results_[i][j].Games() * rows_[j].half_points;
    const std::int64_t games_of_byes = rows_[i].byes * static_cast<std::int64_t>(games_per_pairing);
    rows_[i].half_buchholz += games_of_byes * rows_[i].half_points;
    rows_[i].quarter_sonneborn_berger += 2 * games_of_byes * rows_[i].half_points;
  }
}

void StandingsBuilder::AddDirectEncounters() {
  std::map<std::array<std::int64_t, 3>, std::vector<std::size_t>> level;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    level[{rows_[i].half_points, rows_[i].half_buchholz, rows_[i].quarter_sonneborn_berger}].push_back(i);
  }
  for (const auto& entry : level) {
    const std::vector<std::size_t>& group = entry.second;
    const bool all_met = std::all_of(group.begin(), group.end(), [&](std::size_t i) {
      return std::all_of(group.begin(), group.end(),
                         [&](std::size_t j) { return i == j || results_[i][j].Games() > 0; });
    });
    if (!all_met) continue;
    for (const std::size_t i : group) {
      for (const std::size_t j : group) rows_[i].direct_half_points += results_[i][j].HalfPoints();
    }
  }
}

v1::Tally MessageOf(const rating::Tally& tally) {
  v1::Tally message;
  message.set_wins(static_cast<std::uint32_t>(tally.wins));
  message.set_draws(static_cast<std::uint32_t>(tally.draws));
  message.set_losses(static_cast<std::uint32_t>(tally.losses));
  return message;
}

void AddStandings(const Standings& standings, v1::Tournament& message) {
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    const StandingsRow& row = standings.rows[i];
    v1::TournamentStanding& standing = *message.add_standings();
    standing.set_place(static_cast<std::uint32_t>(row.place));
    standing.set_bot(row.name);
    standing.set_points(static_cast<double>(row.half_points) / 2);
    standing.set_games(static_cast<std::uint32_t>(row.tally.Games()));
    standing.set_wins(static_cast<std::uint32_t>(row.tally.wins));
    standing.set_draws(static_cast<std::uint32_t>(row.tally.draws));
    standing.set_losses(static_cast<std::uint32_t>(row.tally.losses));
    standing.set_byes(static_cast<std::uint32_t>(row.byes));
    standing.set_buchholz(static_cast<double>(row.half_buchholz) / 2);
    standing.set_sonneborn_berger(static_cast<double>(row.quarter_sonneborn_berger) / 4);
    standing.set_direct_encounter(static_cast<double>(row.direct_half_points) / 2);
    standing.set_rating(row.rating.elo);
    standing.set_rating_deviation(row.rating.deviation);
    const rating::ScoreRange range =
        rating::NormalMixtureRange(static_cast<double>(row.tally.HalfPoints()) / 2, row.tally.Games());
    standing.set_sequence_score_low(range.low);
    standing.set_sequence_score_high(range.high);
    for (const rating::Tally& tally : standings.crosstable[i]) *standing.add_against() = MessageOf(tally);
  }
}

}  // namespace flagfall::arena::tournament
