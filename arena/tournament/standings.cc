#include "arena/tournament/standings.h"

#include <algorithm>
#include <array>
#include <map>

#include "referee/base/check.h"

namespace flagfall::arena {
namespace {

using Matrix = std::vector<std::vector<Tally>>;

Matrix MatrixOf(std::size_t players, absl::Span<const PlayedGame> games) {
  Matrix matrix(players, std::vector<Tally>(players));
  for (const PlayedGame& game : games) {
    FLAGFALL_CHECK(game.red != game.blue);
    Tally& red = matrix.at(static_cast<std::size_t>(game.red)).at(static_cast<std::size_t>(game.blue));
    Tally& blue = matrix[static_cast<std::size_t>(game.blue)][static_cast<std::size_t>(game.red)];
    FLAGFALL_CHECK(game.result == v1::RESULT_RED_WINS || game.result == v1::RESULT_BLUE_WINS ||
                   game.result == v1::RESULT_DRAW);
    red.wins += game.result == v1::RESULT_RED_WINS;
    red.draws += game.result == v1::RESULT_DRAW;
    red.losses += game.result == v1::RESULT_BLUE_WINS;
    blue = {.wins = red.losses, .draws = red.draws, .losses = red.wins};
  }
  return matrix;
}

StandingsRow RowOf(int player, const std::string& name, const std::vector<Tally>& against) {
  StandingsRow row{.player = player, .name = name};
  for (const Tally& tally : against) {
    row.tally.wins += tally.wins;
    row.tally.draws += tally.draws;
    row.tally.losses += tally.losses;
  }
  row.half_points = row.tally.HalfPoints();
  row.elo = EstimateElo(row.tally);
  return row;
}

// One row for each player, by index, with what follows from its own games alone.
std::vector<StandingsRow> RowsOf(absl::Span<const std::string> names, const Matrix& matrix) {
  std::vector<StandingsRow> rows;
  for (std::size_t i = 0; i < names.size(); ++i) rows.push_back(RowOf(static_cast<int>(i), names[i], matrix[i]));
  return rows;
}

void AddSonnebornBerger(std::vector<StandingsRow>& rows, const Matrix& matrix) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.size(); ++j) {
      rows[i].quarter_sonneborn_berger += matrix[i][j].HalfPoints() * rows[j].half_points;
    }
  }
}

// What decides the order, the better the greater. Whole numbers, and quotients of them, which are equal where the
// fractions are.
using Merit = std::array<double, 5>;

Merit MeritOf(const StandingsRow& row, Ranking ranking) {
  const auto number = [](std::int64_t value) { return static_cast<double>(value); };
  const double points = number(row.half_points);
  const double sonneborn_berger = number(row.quarter_sonneborn_berger);
  const double wins = number(row.tally.wins);
  switch (ranking) {
    case Ranking::kPoints:
      return {points, sonneborn_berger, wins};
    case Ranking::kSwiss:
      return {points, number(row.half_buchholz), sonneborn_berger, number(row.direct_half_points), wins};
    case Ranking::kScore:
      return {row.tally.Games() == 0 ? 0 : points / number(row.tally.Games())};
    case Ranking::kKnockout:
      return {-number(row.place)};
    case Ranking::kRating:
      return {row.rating.elo};
  }
  FLAGFALL_CHECK(false);
}

void SortAndPlace(std::vector<StandingsRow>& rows, Ranking ranking) {
  std::vector<std::pair<Merit, StandingsRow>> sorted;
  for (StandingsRow& row : rows) sorted.emplace_back(MeritOf(row, ranking), std::move(row));
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second.name < b.second.name;
  });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_level = i > 0 && sorted[i].first == sorted[i - 1].first;
    rows[i] = std::move(sorted[i].second);
    rows[i].place = is_level ? rows[i - 1].place : static_cast<int>(i) + 1;
  }
}

Standings Placed(std::vector<StandingsRow> rows, const Matrix& matrix, Ranking ranking) {
  SortAndPlace(rows, ranking);
  Standings standings{.rows = std::move(rows), .crosstable = {}, .ranking = ranking};
  for (const StandingsRow& row : standings.rows) {
    std::vector<Tally>& line = standings.crosstable.emplace_back();
    for (const StandingsRow& opponent : standings.rows) {
      line.push_back(matrix[static_cast<std::size_t>(row.player)][static_cast<std::size_t>(opponent.player)]);
    }
  }
  return standings;
}

// Where the field is odd: who was left over in each round of which all others have a game.
void AddByes(std::vector<StandingsRow>& rows, absl::Span<const PlayedGame> games, std::uint32_t games_per_pairing) {
  if (rows.size() % 2 == 0) return;
  std::map<std::uint32_t, std::vector<bool>> seen_in;
  for (const PlayedGame& game : games) {
    std::vector<bool>& seen = seen_in[game.round];
    seen.resize(rows.size(), false);
    seen[static_cast<std::size_t>(game.red)] = true;
    seen[static_cast<std::size_t>(game.blue)] = true;
  }
  for (const auto& [round, seen] : seen_in) {
    if (std::count(seen.begin(), seen.end(), false) != 1) continue;
    StandingsRow& row = rows[static_cast<std::size_t>(std::find(seen.begin(), seen.end(), false) - seen.begin())];
    ++row.byes;
    row.half_points += 2 * static_cast<std::int64_t>(games_per_pairing);
  }
}

// Buchholz, and what byes add to Sonneborn-Berger.
void AddBuchholz(std::vector<StandingsRow>& rows, const Matrix& matrix, std::uint32_t games_per_pairing) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.size(); ++j) rows[i].half_buchholz += matrix[i][j].Games() * rows[j].half_points;
    const std::int64_t games_of_byes = rows[i].byes * static_cast<std::int64_t>(games_per_pairing);
    rows[i].half_buchholz += games_of_byes * rows[i].half_points;
    rows[i].quarter_sonneborn_berger += 2 * games_of_byes * rows[i].half_points;
  }
}

void AddDirectEncounters(std::vector<StandingsRow>& rows, const Matrix& matrix) {
  std::map<std::array<std::int64_t, 3>, std::vector<std::size_t>> level;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    level[{rows[i].half_points, rows[i].half_buchholz, rows[i].quarter_sonneborn_berger}].push_back(i);
  }
  for (const auto& entry : level) {
    const std::vector<std::size_t>& group = entry.second;
    const bool all_met = std::all_of(group.begin(), group.end(), [&](std::size_t i) {
      return std::all_of(group.begin(), group.end(), [&](std::size_t j) { return i == j || matrix[i][j].Games() > 0; });
    });
    if (!all_met) continue;
    for (const std::size_t i : group) {
      for (const std::size_t j : group) rows[i].direct_half_points += matrix[i][j].HalfPoints();
    }
  }
}

}  // namespace

Standings ComputeStandings(absl::Span<const std::string> names, absl::Span<const PlayedGame> games, Ranking ranking) {
  const Matrix matrix = MatrixOf(names.size(), games);
  std::vector<StandingsRow> rows = RowsOf(names, matrix);
  AddSonnebornBerger(rows, matrix);
  return Placed(std::move(rows), matrix, ranking);
}

Standings SwissStandings(absl::Span<const std::string> names, absl::Span<const PlayedGame> games,
                         std::uint32_t games_per_pairing) {
  const Matrix matrix = MatrixOf(names.size(), games);
  std::vector<StandingsRow> rows = RowsOf(names, matrix);
  AddByes(rows, games, games_per_pairing);
  AddSonnebornBerger(rows, matrix);
  AddBuchholz(rows, matrix, games_per_pairing);
  AddDirectEncounters(rows, matrix);
  return Placed(std::move(rows), matrix, Ranking::kSwiss);
}

Standings KnockoutStandings(absl::Span<const std::string> names, absl::Span<const PlayedGame> games,
                            absl::Span<const int> places) {
  const Matrix matrix = MatrixOf(names.size(), games);
  std::vector<StandingsRow> rows = RowsOf(names, matrix);
  for (StandingsRow& row : rows) row.place = places[static_cast<std::size_t>(row.player)];
  return Placed(std::move(rows), matrix, Ranking::kKnockout);
}

Standings LadderStandings(absl::Span<const std::string> names, absl::Span<const PlayedGame> games) {
  const Matrix matrix = MatrixOf(names.size(), games);
  std::vector<StandingsRow> rows = RowsOf(names, matrix);
  for (const PlayedGame& game : games) {
    Rate(rows[static_cast<std::size_t>(game.red)].rating, rows[static_cast<std::size_t>(game.blue)].rating,
         game.RedHalfPoints());
  }
  return Placed(std::move(rows), matrix, Ranking::kRating);
}

v1::Tally MessageOf(const Tally& tally) {
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
    for (const Tally& tally : standings.crosstable[i]) *standing.add_against() = MessageOf(tally);
  }
}

}  // namespace flagfall::arena
