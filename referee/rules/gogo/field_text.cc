#include "referee/rules/gogo/field_text.h"

#include <array>

#include "absl/strings/str_cat.h"
#include "referee/rules/colours.h"
#include "referee/rules/gogo/field.h"
#include "referee/rules/gogo/role.h"

namespace flagfall::gogo {
namespace {

// In millimetres: what is drawn goes as far beyond the lines of the bases and flags on every side.
constexpr std::int64_t kCell = 500;
constexpr std::int64_t kMargin = 1000;
constexpr int kColumns = 21;
constexpr int kRows = 9;
constexpr std::size_t kCellWidth = 4;

struct Cell {
  std::string text;
  Side team = Side::kRed;
  bool has_player = false;
};
using Grid = std::array<std::array<Cell, kColumns>, kRows>;

char LetterOf(Side team) { return team == Side::kRed ? 'R' : 'B'; }

// The cell whose middle is nearest; none for a point outside of the drawing.
Cell* CellAt(std::int64_t x, std::int64_t y, Grid& grid) {
  const std::int64_t column = (x + kMargin + kCell / 2) / kCell;
  const std::int64_t row = (y - BaseOf(Side::kRed).y + kMargin + kCell / 2) / kCell;
  const bool is_drawn = x >= -kMargin && y >= BaseOf(Side::kRed).y - kMargin && column < kColumns && row < kRows;
  return is_drawn ? &grid[row][column] : nullptr;
}

void Mark(Point place, Side team, std::string text, Grid& grid) {
  if (Cell* cell = CellAt(place.x, place.y, grid); cell != nullptr) *cell = {.text = std::move(text), .team = team};
}

void MarkGround(const v1::GogoTeam& known, Side team, Grid& grid) {
  const Point base = known.has_base() ? Point{known.base().x(), known.base().y()} : BaseOf(team);
  const Point flag = known.has_flag() ? Point{known.flag().x(), known.flag().y()} : FlagOf(team);
  Mark(base, team, absl::StrCat("[", std::string(1, LetterOf(team)), "]"), grid);
  Mark(flag, team, absl::StrCat("*", std::string(1, LetterOf(team))), grid);
}

void PutPlayers(const v1::GogoTeam& players, Side team, Grid& grid) {
  for (const v1::GogoPlayer& player : players.players()) {
    Cell* cell = CellAt(player.x(), player.y(), grid);
    if (cell == nullptr) continue;
    if (!cell->has_player) {
      *cell = {.text = absl::StrCat(std::string(1, LetterOf(team)), player.number()), .team = team, .has_player = true};
    } else if (cell->text.back() != '+') {
      cell->text += '+';
    }
  }
}

std::string RowText(const std::array<Cell, kColumns>& row, bool in_colour) {
  std::string text;
  for (const Cell& cell : row) {
    text += cell.text.empty() ? "." : Coloured(cell.text, ColourOf(cell.team), in_colour);
    const std::size_t width = cell.text.empty() ? 1 : cell.text.size();
    if (width < kCellWidth) text.append(kCellWidth - width, ' ');
  }
  return text + "\n";
}

std::string NameOf(int role) {
  return std::string(RoleName(role > 0 && role < kRoles ? static_cast<Role>(role) : Role::kNone));
}

std::string TeamText(const v1::GogoTeam& players, Side team, bool in_colour) {
  std::string text = Coloured(SideName(team), ColourOf(team), in_colour) + ":";
  for (const v1::GogoPlayer& player : players.players()) {
    absl::StrAppend(&text, " ", player.number(), "=", NameOf(player.role()), player.is_on_display() ? "*" : "", "@",
                    player.x(), ",", player.y());
  }
  text += players.players().empty() ? " nobody in play; lost:" : "; lost:";
  for (const int role : players.lost()) absl::StrAppend(&text, " ", NameOf(role));
  return text + (players.lost().empty() ? " nothing\n" : "\n");
}

std::string SituationText(const v1::GogoSituation& situation) {
  std::string text;
  if (situation.round() > 0) {
    text = absl::StrCat("round ", situation.round(), ", won by red ", situation.red_rounds_won(), ", by blue ",
                        situation.blue_rounds_won(), "; ");
  }
  absl::StrAppend(&text, "tick ", situation.tick());
  const bool red = situation.to_decide() == v1::SIDE_RED;
  if (situation.part() == v1::TICK_PART_BASES) text += "; both teams to place base and flag";
  if (situation.part() == v1::TICK_PART_MOVE) text += "; both teams to move";
  if (situation.part() == v1::TICK_PART_CAPTURE) text += "; the game is over";
  if (situation.part() != v1::TICK_PART_COMBAT) return text + "\n";
  text += "; cluster";
  for (const std::uint32_t number : situation.red_cluster()) absl::StrAppend(&text, " R", number);
  for (const std::uint32_t number : situation.blue_cluster()) absl::StrAppend(&text, " B", number);
  if (!situation.has_challenge()) {
    return absl::StrCat(text, red ? "; red" : "; blue", " to challenge", situation.has_passed() ? " after a pass" : "",
                        "\n");
  }
  return absl::StrCat(text, "; ", red ? "B" : "R", situation.challenge().challenger(), " challenges ", red ? "R" : "B",
                      situation.challenge().target(), red ? "; red" : "; blue", " to block\n");
}

}  // namespace

std::string DrawField(const v1::GogoView& view, bool in_colour) {
  Grid grid;
  // Before both have chosen there is nothing to be seen.
  if (view.situation().part() != v1::TICK_PART_BASES) {
    MarkGround(view.red(), Side::kRed, grid);
    MarkGround(view.blue(), Side::kBlue, grid);
  }
  PutPlayers(view.red(), Side::kRed, grid);
  PutPlayers(view.blue(), Side::kBlue, grid);
  std::string text;
  for (const auto& row : grid) text += RowText(row, in_colour);
  return absl::StrCat(text, TeamText(view.red(), Side::kRed, in_colour), TeamText(view.blue(), Side::kBlue, in_colour),
                      SituationText(view.situation()));
}

}  // namespace flagfall::gogo
