#include "arena/tournament/standings.h"

#include <algorithm>
#include <tuple>

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
  row.elo = EstimateElo(row.tally);
  return row;
}

// What decides the order, the better the greater.
auto MeritOf(const StandingsRow& row) {
  return std::tuple(row.tally.HalfPoints(), row.quarter_sonneborn_berger, row.tally.wins);
}

void SortAndPlace(std::vector<StandingsRow>& rows) {
  std::sort(rows.begin(), rows.end(), [](const StandingsRow& a, const StandingsRow& b) {
    return MeritOf(a) != MeritOf(b) ? MeritOf(a) > MeritOf(b) : a.name < b.name;
  });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_level = i > 0 && MeritOf(rows[i]) == MeritOf(rows[i - 1]);
    rows[i].place = is_level ? rows[i - 1].place : static_cast<int>(i) + 1;
  }
}

}  // namespace

Standings ComputeStandings(absl::Span<const std::string> names, absl::Span<const PlayedGame> games) {
  return StandingsFromScores(names, MatrixOf(names.size(), games));
}

Standings StandingsFromScores(absl::Span<const std::string> names, const Matrix& matrix) {
  Standings standings;
  for (std::size_t i = 0; i < names.size(); ++i) {
    standings.rows.push_back(RowOf(static_cast<int>(i), names[i], matrix[i]));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = 0; j < names.size(); ++j) {
      standings.rows[i].quarter_sonneborn_berger += matrix[i][j].HalfPoints() * standings.rows[j].tally.HalfPoints();
    }
  }
  SortAndPlace(standings.rows);
  for (const StandingsRow& row : standings.rows) {
    std::vector<Tally>& line = standings.crosstable.emplace_back();
    for (const StandingsRow& opponent : standings.rows) {
      line.push_back(matrix[static_cast<std::size_t>(row.player)][static_cast<std::size_t>(opponent.player)]);
    }
  }
  return standings;
}

}  // namespace flagfall::arena
