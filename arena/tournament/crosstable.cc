#include "arena/tournament/crosstable.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "arena/rating/elo.h"
#include "arena/tournament/format_spec.h"
#include "arena/tournament/standings.h"

namespace flagfall::arena::tournament {
namespace {

constexpr int kGap = 2;

// A column of a table: its heading and its cells, of which there are as many as the table has lines.
struct Column {
  std::string heading;
  bool is_left_aligned = false;
  std::vector<std::string> cells;

  int Width() const {
    std::size_t width = heading.size();
    for (const std::string& cell : cells) width = std::max(width, cell.size());
    return static_cast<int>(width);
  }
};

std::string Number(double value, int decimals) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  // Zero has no sign.
  return absl::StrFormat("%.*f", decimals, value + 0.0);
}

std::string Points(double points) { return Number(points, 1); }

// Nothing where the two have not met.
std::string Points(const v1::Tally& against, absl::string_view if_none) {
  if (against.wins() + against.draws() + against.losses() == 0) return std::string(if_none);
  return Points(against.wins() + against.draws() / 2.0);
}

// A server may say too little: as if they had not met.
const v1::Tally& Against(const v1::TournamentStanding& row, int opponent) {
  return opponent < row.against_size() ? row.against(opponent) : v1::Tally::default_instance();
}

rating::Tally TallyOf(const v1::TournamentStanding& row) {
  return {.wins = row.wins(), .draws = row.draws(), .losses = row.losses()};
}

std::string Score(const rating::Tally& tally) {
  if (tally.Games() == 0) return "-";
  return absl::StrCat(Number(50.0 * tally.HalfPoints() / tally.Games(), 1), "%");
}

std::string ScoreSequence(const v1::TournamentStanding& row) {
  if (!row.has_sequence_score_low()) return "-";
  return absl::StrCat(Number(100 * row.sequence_score_low(), 0), "-", Number(100 * row.sequence_score_high(), 0), "%");
}

template <typename CellOf>
Column ColumnOf(const v1::Tournament& table, std::string heading, CellOf cell_of, bool is_left_aligned = false) {
  Column column{.heading = std::move(heading), .is_left_aligned = is_left_aligned, .cells = {}};
  for (const v1::TournamentStanding& row : table.standings()) column.cells.push_back(absl::StrCat(cell_of(row)));
  return column;
}

std::vector<Column> NameColumns(const v1::Tournament& table) {
  using Row = v1::TournamentStanding;
  return {ColumnOf(table, "#", [](const Row& row) { return row.place(); }),
          ColumnOf(
              table, "Bot", [](const Row& row) { return row.bot(); }, /*is_left_aligned=*/true)};
}

std::vector<Column> ScoreColumns(const v1::Tournament& table) {
  using Row = v1::TournamentStanding;
  std::vector<Column> columns;
  const auto add = [&](std::string heading, auto cell_of) {
    columns.push_back(ColumnOf(table, std::move(heading), cell_of));
  };
  add("Games", [](const Row& row) { return row.games(); });
  add("Points", [](const Row& row) { return Points(row.points()); });
  add("Score", [](const Row& row) { return Score(TallyOf(row)); });
  add("W", [](const Row& row) { return row.wins(); });
  add("D", [](const Row& row) { return row.draws(); });
  add("L", [](const Row& row) { return row.losses(); });
  const Ranking ranking = RankingOf(table.spec());
  const auto is_ranked_by = [&](Criterion criterion) { return HasCriterion(ranking, criterion); };
  if (is_ranked_by(Criterion::kBuchholz)) {
    add("Bye", [](const Row& row) { return row.byes(); });
    add("BH", [](const Row& row) { return Number(row.buchholz(), 1); });
  }
  if (is_ranked_by(Criterion::kSonnebornBerger)) {
    add("SB", [](const Row& row) { return Number(row.sonneborn_berger(), 2); });
  }
  if (is_ranked_by(Criterion::kRating)) {
    add("Rating", [](const Row& row) { return Number(row.rating(), 1); });
    add("Dev", [](const Row& row) { return Number(row.rating_deviation(), 1); });
    add("Any time", [](const Row& row) { return ScoreSequence(row); });
  }
  add("Elo", [](const Row& row) { return Number(rating::EstimateElo(TallyOf(row)).difference, 1); });
  add("+/-", [](const Row& row) { return Number(rating::EstimateElo(TallyOf(row)).error, 1); });
  return columns;
}

// The points against the player in line `opponent`. The heading is that line's number, since places may be shared.
Column OpponentColumn(const v1::Tournament& table, int opponent) {
  Column column{.heading = absl::StrCat("v", opponent + 1), .cells = {}};
  for (int i = 0; i < table.standings_size(); ++i) {
    column.cells.push_back(i == opponent ? "*" : Points(Against(table.standings(i), opponent), "-"));
  }
  return column;
}

std::string Aligned(const std::string& text, const Column& column) {
  const std::string padding(static_cast<std::size_t>(column.Width()) - text.size(), ' ');
  return column.is_left_aligned ? text + padding : padding + text;
}

std::string Table(const std::vector<Column>& columns) {
  std::string table;
  const std::size_t lines = columns.front().cells.size();
  for (std::size_t line = 0; line <= lines; ++line) {
    std::vector<std::string> cells;
    for (const Column& column : columns) {
      cells.push_back(Aligned(line == 0 ? column.heading : column.cells[line - 1], column));
    }
    std::string text = absl::StrJoin(cells, std::string(kGap, ' '));
    absl::StripTrailingAsciiWhitespace(&text);
    absl::StrAppend(&table, text, "\n");
  }
  return table;
}

int WidthOf(const std::vector<Column>& columns) {
  int width = -kGap;
  for (const Column& column : columns) width += kGap + column.Width();
  return width;
}

}  // namespace

std::string CrosstableText(const v1::Tournament& tournament, int width) {
  if (tournament.standings().empty()) return "no players\n";
  const std::size_t names = NameColumns(tournament).size();
  std::vector<Column> block = NameColumns(tournament);
  for (Column& column : ScoreColumns(tournament)) block.push_back(std::move(column));
  std::string text;
  for (int opponent = 0; opponent < tournament.standings_size(); ++opponent) {
    Column column = OpponentColumn(tournament, opponent);
    const bool is_full = WidthOf(block) + kGap + column.Width() > width;
    // A block has one opponent at least, however narrow the page.
    if (is_full && (text.empty() || block.size() > names)) {
      absl::StrAppend(&text, Table(block), "\n");
      block = NameColumns(tournament);
    }
    block.push_back(std::move(column));
  }
  return text + Table(block);
}

std::string StandingsCsv(const v1::Tournament& tournament) {
  std::vector<std::string> headings = {"place",  "bot",  "games",    "points",           "wins", "draws",
                                       "losses", "byes", "buchholz", "sonneborn_berger", "elo",  "elo_error"};
  for (const v1::TournamentStanding& row : tournament.standings()) {
    headings.push_back(absl::StrCat("against_", row.bot()));
  }
  std::string csv = absl::StrCat(absl::StrJoin(headings, ","), "\n");
  for (const v1::TournamentStanding& row : tournament.standings()) {
    const rating::EloEstimate elo = rating::EstimateElo(TallyOf(row));
    std::vector<std::string> cells = {absl::StrCat(row.place()),  row.bot(),
                                      absl::StrCat(row.games()),  Points(row.points()),
                                      absl::StrCat(row.wins()),   absl::StrCat(row.draws()),
                                      absl::StrCat(row.losses()), absl::StrCat(row.byes()),
                                      Number(row.buchholz(), 1),  Number(row.sonneborn_berger(), 2),
                                      Number(elo.difference, 2),  Number(elo.error, 2)};
    for (int i = 0; i < tournament.standings_size(); ++i) cells.push_back(Points(Against(row, i), ""));
    absl::StrAppend(&csv, absl::StrJoin(cells, ","), "\n");
  }
  return csv;
}

}  // namespace flagfall::arena::tournament
