// Speaks the line protocol and believes nothing: keeps a board of its own, and ends with exit code 3 and a line on
// standard error at the first line that does not fit it. Attacks when it can, with its Scouts from afar, else walks on.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int kSize = 10;
constexpr char kStrength[] = "s987654321";

struct Direction {
  const char* name;
  int dx;
  int dy;
};
constexpr std::array<Direction, 4> kDirections = {{{"UP", 0, -1}, {"DOWN", 0, 1}, {"LEFT", -1, 0}, {"RIGHT", 1, 0}}};

void Expect(bool fits, const std::string& what, const std::string& line) {
  if (fits) return;
  std::cerr << "strict: " << what << ": " << line << std::endl;
  std::exit(3);
}

// The next line; the program's end at QUIT.
std::string ReadLine() {
  static std::string last;
  std::string line;
  Expect(static_cast<bool>(std::getline(std::cin, line)) && !std::cin.eof(), "no whole line", line);
  if (line.rfind("QUIT", 0) == 0) {
    Expect(line == "QUIT" || line == "QUIT RED" || line == "QUIT BLUE" || line == "QUIT DRAW", "an unknown result",
           line);
    std::cerr << "strict: " << line << " after " << last << std::endl;
    std::exit(0);
  }
  last = line;
  return line;
}

// R2.5, for all but the Flag.
std::string Fight(char attacker, char defender) {
  if (defender == 'B') return attacker == '8' ? "KILLS" : "DIES";
  if (attacker == 's' && defender == '1') return "KILLS";
  const std::string strength = kStrength;
  const auto one = strength.find(attacker), other = strength.find(defender);
  return one > other ? "KILLS" : one < other ? "DIES" : "BOTHDIE";
}

bool IsMovable(char piece) { return piece != '\0' && std::string(kStrength).find(piece) != std::string::npos; }

class Board {
 public:
  Board(const std::vector<std::string>& own_rows, bool is_red) : rows_(kSize, std::string(kSize, '.')) {
    for (int y : {4, 5}) rows_[y] = "..++..++..";
    for (int y = 0; y < 4; ++y) {
      rows_[is_red ? y : 6 + y] = own_rows[y];
      rows_[is_red ? 6 + y : y] = std::string(kSize, '#');
    }
  }

  const std::vector<std::string>& rows() const { return rows_; }

  char At(int x, int y) const { return x >= 0 && x < kSize && y >= 0 && y < kSize ? rows_[y][x] : '+'; }

  // Makes the ply that the line tells, once everything in it fits.
  void Make(const std::string& line, bool is_own) {
    std::istringstream words(line);
    int x = -1, y = -1, count = 1;
    std::string name, outcome, attacker, defender, rest;
    words >> x >> y >> name >> outcome;
    if (!outcome.empty() && outcome[0] >= '1' && outcome[0] <= '9') {
      count = outcome[0] - '0';
      words >> outcome;
    }
    words >> attacker >> defender >> rest;
    const auto direction = std::find_if(kDirections.begin(), kDirections.end(),
                                        [&name](const Direction& known) { return name == known.name; });
    Expect(direction != kDirections.end() && rest.empty(), "no ply", line);
    const char mover = At(x, y);
    Expect(mover != '.' && mover != '+' && (mover != '#') == is_own, "not its piece", line);
    Expect(!is_own || (IsMovable(mover) && (count == 1 || mover == '9')), "it cannot move so", line);
    for (int i = 1; i < count; ++i) {
      Expect(At(x + i * direction->dx, y + i * direction->dy) == '.', "not a free way", line);
    }
    const int end_x = x + count * direction->dx, end_y = y + count * direction->dy;
    const char target = At(end_x, end_y);
    Expect(target != '+' && (target == '.' || (target == '#') == is_own), "onto its own piece", line);
    rows_[y][x] = '.';
    Settle(rows_[end_y][end_x], mover, {outcome, attacker, defender}, line);
  }

 private:
  struct Outcome {
    std::string word;
    std::string attacker;
    std::string defender;
  };

  static void Settle(char& place, char mover, const Outcome& outcome, const std::string& line) {
    if (outcome.word == "VICTORY_ATTRITION") return;
    if (place == '.') {
      Expect(outcome.word == "OK" && outcome.attacker.empty(), "nobody stood there", line);
      place = mover;
      return;
    }
    if (outcome.word == "VICTORY_FLAG") return Expect(place == '#' || place == 'F', "that was not the Flag", line);
    Expect(outcome.attacker.size() == 1 && outcome.defender.size() == 1, "an attack has two pieces", line);
    const char attacker = outcome.attacker[0], defender = outcome.defender[0];
    Expect((mover == '#' || mover == attacker) && (place == '#' || place == defender), "not these pieces", line);
    Expect(outcome.word == Fight(attacker, defender), "not what comes of it", line);
    if (outcome.word == "BOTHDIE") place = '.';
    if (outcome.word == "KILLS") place = mover;
  }

  std::vector<std::string> rows_;
};

// An attack if there is one, else a ply ahead, else any.
std::string Choose(const Board& board, const std::string& ahead, std::mt19937& random) {
  std::array<std::vector<std::string>, 3> plies;
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const char piece = board.At(x, y);
      if (!IsMovable(piece)) continue;
      for (const Direction& direction : kDirections) {
        int count = 1;
        const auto end = [&] { return board.At(x + count * direction.dx, y + count * direction.dy); };
        while (piece == '9' && end() == '.' && count < 9) ++count;
        if (end() != '#') count = 1;
        if (end() != '.' && end() != '#') continue;
        std::ostringstream ply;
        // The number may be written also where it is 1.
        ply << x << ' ' << y << ' ' << direction.name << ' ' << count;
        plies[end() == '#' ? 0 : direction.name == ahead ? 1 : 2].push_back(ply.str());
      }
    }
  }
  for (const auto& choices : plies) {
    if (!choices.empty()) return choices[random() % choices.size()];
  }
  return "SURRENDER";
}

std::vector<std::string> SetUp(bool is_red, std::mt19937& random) {
  std::string others =
      "123344455556666777788888"
      "99999999"
      "sBBBBBB";
  std::shuffle(others.begin(), others.end(), random);
  others.insert(random() % kSize, "F");
  std::vector<std::string> rows;
  for (int first = 0; first < 40; first += kSize) rows.push_back(others.substr(first, kSize));
  if (!is_red) std::reverse(rows.begin(), rows.end());
  return rows;
}

}  // namespace

int main() {
  std::mt19937 random(std::random_device{}());
  const std::string start = ReadLine();
  std::istringstream words(start);
  std::string colour, opponent, rest;
  int width = 0, height = 0;
  words >> colour >> opponent >> width >> height;
  Expect((colour == "RED" || colour == "BLUE") && width == kSize && height == kSize && !(words >> rest), "no start",
         start);
  const bool is_red = colour == "RED";
  const std::vector<std::string> rows = SetUp(is_red, random);
  for (const std::string& row : rows) std::cout << row << '\n';
  std::cout.flush();
  Board board(rows, is_red);
  for (bool is_first = is_red;; is_first = false) {
    const std::string last = ReadLine();
    if (is_first) {
      Expect(last == "START", "not START", last);
    } else {
      board.Make(last, false);
    }
    for (const std::string& row : board.rows()) {
      const std::string shown = ReadLine();
      Expect(shown == row, "another board than " + row, shown);
    }
    const std::string ply = Choose(board, is_red ? "DOWN" : "UP", random);
    std::cout << ply << std::endl;
    const std::string told = ReadLine();
    if (told.rfind(ply + " ", 0) != 0) std::cerr << "strict: played " << told << " instead of " << ply << std::endl;
    board.Make(told, true);
  }
}
