#include "arena/tournament/crosstable.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace flagfall::arena {
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

std::string Points(std::int64_t half_points) { return absl::StrFormat("%d.%d", half_points / 2, half_points % 2 * 5); }

std::string Score(const Tally& tally) {
  if (tally.Games() == 0) return "-";
  return absl::StrCat(Number(50.0 * tally.HalfPoints() / tally.Games(), 1), "%");
}

template <typename CellOf>
Column ColumnOf(const Standings& standings, std::string heading, CellOf cell_of, bool is_left_aligned = false) {
  Column column{.heading = std::move(heading), .is_left_aligned = is_left_aligned, .cells = {}};
  for (const StandingsRow& row : standings.rows) column.cells.push_back(cell_of(row));
  return column;
}

std::vector<Column> NameColumns(const Standings& standings) {
  return {ColumnOf(standings, "#", [](const StandingsRow& row) { return absl::StrCat(row.place); }),
          ColumnOf(
              standings, "Bot", [](const StandingsRow& row) { return row.name; }, true)};
}

std::vector<Column> ScoreColumns(const Standings& standings) {
  const auto number = [](auto value_of) {
    return [value_of](const StandingsRow& row) { return absl::StrCat(value_of(row)); };
  };
  std::vector<Column> columns = {
      ColumnOf(standings, "Games", number([](const StandingsRow& row) { return row.tally.Games(); })),
      ColumnOf(standings, "Points", [](const StandingsRow& row) { return Points(row.half_points); }),
      ColumnOf(standings, "Score", [](const StandingsRow& row) { return Score(row.tally); }),
      ColumnOf(standings, "W", number([](const StandingsRow& row) { return row.tally.wins; })),
      ColumnOf(standings, "D", number([](const StandingsRow& row) { return row.tally.draws; })),
      ColumnOf(standings, "L", number([](const StandingsRow& row) { return row.tally.losses; }))};
  const auto add = [&](std::string heading, auto cell_of) {
    columns.push_back(ColumnOf(standings, std::move(heading), cell_of));
  };
  const auto is_ranked_by = [&](Criterion criterion) { return HasCriterion(standings.ranking, criterion); };
  if (is_ranked_by(Criterion::kBuchholz)) {
    add("Bye", number([](const StandingsRow& row) { return row.byes; }));
    add("BH", [](const StandingsRow& row) { return Number(row.half_buchholz / 2.0, 1); });
  }
  if (is_ranked_by(Criterion::kSonnebornBerger)) {
    add("SB", [](const StandingsRow& row) { return Number(row.quarter_sonneborn_berger / 4.0, 2); });
  }
  if (is_ranked_by(Criterion::kRating)) {
    add("Rating", [](const StandingsRow& row) { return Number(row.rating.elo, 1); });
    add("Dev", [](const StandingsRow& row) { return Number(row.rating.deviation, 1); });
  }
  add("Elo", [](const StandingsRow& row) { return Number(row.elo.difference, 1); });
  add("+/-", [](const StandingsRow& row) { return Number(row.elo.error, 1); });
  return columns;
}

// The points against the player in line `opponent`. The heading is that line's number, since places may be shared.
Column OpponentColumn(const Standings& standings, std::size_t opponent) {
  Column column{.heading = absl::StrCat("v", opponent + 1), .cells = {}};
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    const Tally& tally = standings.crosstable[i][opponent];
    column.cells.push_back(i == opponent ? "*" : tally.Games() == 0 ? "-" : Points(tally.HalfPoints()));
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

std::string CrosstableText(const Standings& standings, int width) {
  if (standings.rows.empty()) return "no players\n";
  std::vector<Column> block = NameColumns(standings);
  for (Column& column : ScoreColumns(standings)) block.push_back(std::move(column));
  std::string text;
  for (std::size_t opponent = 0; opponent < standings.rows.size(); ++opponent) {
    Column column = OpponentColumn(standings, opponent);
    const bool is_full = WidthOf(block) + kGap + column.Width() > width;
    // A block has one opponent at least, however narrow the page.
    if (is_full && (text.empty() || block.size() > NameColumns(standings).size())) {
      absl::StrAppend(&text, Table(block), "\n");
      block = NameColumns(standings);
    }
    block.push_back(std::move(column));
  }
  return text + Table(block);
}

std::string StandingsCsv(const Standings& standings) {
  std::vector<std::string> headings = {"place",  "bot",  "games",    "points",           "wins", "draws",
                                       "losses", "byes", "buchholz", "sonneborn_berger", "elo",  "elo_error"};
  for (const StandingsRow& row : standings.rows) headings.push_back(absl::StrCat("against_", row.name));
  std::string csv = absl::StrCat(absl::StrJoin(headings, ","), "\n");
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    const StandingsRow& row = standings.rows[i];
    std::vector<std::string> cells = {absl::StrCat(row.place),
                                      row.name,
                                      absl::StrCat(row.tally.Games()),
                                      Points(row.half_points),
                                      absl::StrCat(row.tally.wins),
                                      absl::StrCat(row.tally.draws),
                                      absl::StrCat(row.tally.losses),
                                      absl::StrCat(row.byes),
                                      Number(row.half_buchholz / 2.0, 1),
                                      Number(row.quarter_sonneborn_berger / 4.0, 2),
                                      Number(row.elo.difference, 2),
                                      Number(row.elo.error, 2)};
    for (const Tally& tally : standings.crosstable[i]) {
      cells.push_back(tally.Games() == 0 ? "" : Points(tally.HalfPoints()));
    }
    absl::StrAppend(&csv, absl::StrJoin(cells, ","), "\n");
  }
  return csv;
}

}  // namespace flagfall::arena
