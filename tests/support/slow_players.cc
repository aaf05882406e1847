#include "tests/support/slow_players.h"

#include <algorithm>

#include "tests/support/slow_bars.h"

namespace flagfall::slow {
namespace {

bool AreNeighbours(int a, int b) {
  const std::vector<int> neighbours = Neighbours(a);
  return std::find(neighbours.begin(), neighbours.end(), b) != neighbours.end();
}

bool StandsNextToAnOpponent(const History& history, int square) {
  for (const int neighbour : Neighbours(square)) {
    const int piece = history.Now()[neighbour];
    if (piece != kNobody && history.pieces[piece].red != history.RedToMove()) return true;
  }
  return false;
}

double Weight(const Temper& temper, const History& history, const Ply& ply) {
  const bool attacks = history.Now()[ply.to] != kNobody;
  double weight = attacks ? temper.attack : 1;
  if (R4_7_IsReturn(history, ply)) weight *= temper.back;
  if (R3_1_Crossed(ply).size() > 1) weight *= temper.run;
  if (!attacks && StandsNextToAnOpponent(history, ply.to)) weight *= temper.threaten;
  const std::size_t made = history.turns.size();
  if (made >= 2 && history.turns[made - 2].mover == history.Now()[ply.from]) weight *= temper.same_piece;
  if (made >= 1) {
    const int last = history.turns[made - 1].ply.to;
    if (!attacks && AreNeighbours(ply.to, last)) weight *= temper.follow;
    if (!attacks && AreNeighbours(ply.from, last)) weight *= temper.flee;
  }
  return weight;
}

void Deal(const std::string& army, bool red, std::vector<int> squares, Random& random, GameText& game) {
  std::shuffle(squares.begin(), squares.end(), random);
  for (std::size_t i = 0; i < army.size(); ++i) game.pieces.push_back({red, army[i], squares[i]});
}

void SortByOrigin(GameText& game) {
  std::sort(game.pieces.begin(), game.pieces.end(), [](const Piece& a, const Piece& b) { return a.origin < b.origin; });
}

struct Rectangle {
  int file;
  int row;
  int width;
  int height;
  bool walled;
};

Rectangle RandomRectangle(Random& random) {
  const int lake_file = Between(random, 0, 1) == 0 ? 1 : 5;
  switch (Between(random, 0, 5)) {
    case 0:  // The ring around a lake, with nothing else.
      return {lake_file, 3, 4, 4, true};
    case 1:  // The same, open.
      return {lake_file, 3, 4, 4, false};
    case 2:  // A narrow yard.
      return {Between(random, 0, 7), Between(random, 0, 2), Between(random, 2, 3), Between(random, 2, 3), true};
    case 3:  // A lane in which Scouts run.
      return {Between(random, 0, 9), 2, 1, Between(random, 4, 6), true};
    case 4:  // A crowd beside the lakes.
      return {Between(random, 3, 4), Between(random, 3, 4), 3, 3, false};
    default:
      return {Between(random, 0, 5), Between(random, 0, 5), Between(random, 3, 4), Between(random, 2, 4), false};
  }
}

}  // namespace

int Between(Random& random, int low, int high) {
  // Not std::uniform_int_distribution: its numbers differ from library to library.
  return low + static_cast<int>(random() % static_cast<std::uint64_t>(high - low + 1));
}

std::vector<int> Area(int file, int row, int width, int height) {
  std::vector<int> squares;
  for (int y = row; y < row + height; ++y) {
    for (int x = file; x < file + width; ++x) {
      if (!R1_1_IsLake(10 * y + x)) squares.push_back(10 * y + x);
    }
  }
  return squares;
}

void WallIn(int file, int row, int width, int height, GameText& game) {
  const std::vector<int> yard = Area(file, row, width, height);
  for (const int square : yard) {
    for (const int outside : Neighbours(square)) {
      const bool inside = std::find(yard.begin(), yard.end(), outside) != yard.end();
      const bool taken = std::any_of(game.pieces.begin(), game.pieces.end(),
                                     [&](const Piece& piece) { return piece.origin == outside; });
      // Red's bombs to the south, Blue's to the north.
      if (!inside && !taken && !R1_1_IsLake(outside)) game.pieces.push_back({outside < square, 'B', outside});
    }
  }
}

Temper TemperOf(int number) {
  switch (number % kTempers) {
    case 0:  // Shuttler.
      return {.back = 60, .same_piece = 3, .attack = 0.05};
    case 1:  // Chaser.
      return {.back = 0.7, .same_piece = 6, .threaten = 6, .follow = 80, .attack = 0.02};
    case 2:  // Coward.
      return {.threaten = 0.3, .flee = 200, .attack = 0.02};
    case 3:  // Runner.
      return {.back = 8, .same_piece = 10, .run = 12, .attack = 0.05};
    case 4:  // Coward who goes back and forth.
      return {.back = 6, .flee = 100, .run = 2, .attack = 0.01};
    case 5:  // Fencer: evades and threatens with one ply.
      return {.back = 4, .threaten = 12, .follow = 4, .flee = 60, .attack = 0.002};
    case 6:  // Hunter: the same chaser, who also takes what it can.
      return {.same_piece = 6, .threaten = 6, .follow = 80, .attack = 3};
    default:  // Plain random.
      return {};
  }
}

Ply Choose(const Temper& temper, const History& history, const std::vector<Ply>& legal, Random& random) {
  std::vector<double> weights;
  double sum = 0;
  for (const Ply& ply : legal) {
    weights.push_back(Weight(temper, history, ply));
    sum += weights.back();
  }
  double point = sum * static_cast<double>(random() >> 11) / 9007199254740992.0;
  for (std::size_t i = 0; i < legal.size(); ++i) {
    point -= weights[i];
    if (point < 0) return legal[i];
  }
  return legal.back();
}

void DrawArmy(Random& random, Rules& rules) {
  rules.zone_rows = Between(random, 1, 4);
  // Mostly one Flag, and always a piece that moves.
  rules.army = Between(random, 0, 3) == 0 ? "FF2" : "F2";
  const std::string types = "S2222345678999MBB";
  const int pieces = Between(random, static_cast<int>(rules.army.size()), 10 * rules.zone_rows);
  while (static_cast<int>(rules.army.size()) < pieces) {
    rules.army += types[Between(random, 0, static_cast<int>(types.size()) - 1)];
  }
}

GameText RandomArmies(const Rules& rules, Random& random) {
  GameText game;
  game.rules = rules;
  const int rows = rules.zone_rows;
  Deal(rules.army, true, Area(0, 0, 10, rows), random, game);
  Deal(rules.army, false, Area(0, 10 - rows, 10, rows), random, game);
  SortByOrigin(game);
  return game;
}

GameText RandomStudy(const Rules& rules, Random& random) {
  GameText game;
  game.rules = rules;
  game.free = true;
  const Rectangle yard = RandomRectangle(random);
  std::vector<int> squares = Area(yard.file, yard.row, yard.width, yard.height);
  std::shuffle(squares.begin(), squares.end(), random);
  // At least one piece of each side, and some room to move.
  const std::size_t few = std::min<std::size_t>(squares.size() / 2, Between(random, 2, 7));
  const std::string types = "S22222223456789M";
  for (std::size_t i = 0; i < few; ++i) {
    const bool red = i == 0 || (i > 1 && Between(random, 0, 1) == 0);
    game.pieces.push_back({red, types[Between(random, 0, static_cast<int>(types.size()) - 1)], squares[i]});
  }
  if (yard.walled) WallIn(yard.file, yard.row, yard.width, yard.height, game);
  // A Flag each, where there is room for it far from the middle.
  for (const int square : {0, 9, 90, 99}) {
    const bool red = square < 50;
    const bool is_taken = std::any_of(game.pieces.begin(), game.pieces.end(), [&](const Piece& piece) {
      return piece.origin == square || (piece.type == 'F' && piece.red == red);
    });
    if (!is_taken) game.pieces.push_back({red, 'F', square});
  }
  SortByOrigin(game);
  return game;
}

void PlayOn(GameText& game, int plies_max, Random& random) {
  const Temper red = TemperOf(Between(random, 0, kTempers - 1));
  const Temper blue = TemperOf(Between(random, 0, kTempers - 1));
  while (static_cast<int>(game.plies.size()) < plies_max) {
    const History history = PlayOut(game.pieces, game.plies);
    const Judgement judgement = JudgeHistory(game.rules, history);
    if (judgement.result != "none") return;
    game.plies.push_back(Choose(judgement.red_to_move ? red : blue, history, judgement.legal, random));
  }
}

}  // namespace flagfall::slow
