#include "tests/support/slow_text.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace flagfall::slow {
namespace {

[[noreturn]] void Refuse(const std::string& what) { throw std::runtime_error("not understood: " + what); }

int SquareOf(const std::string& name) {
  for (int square = 0; square < kSquares; ++square) {
    if (SquareName(square) == name) return square;
  }
  Refuse(name);
}

// "a1=F".
Piece ReadPlacement(const std::string& word, bool red) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || equals + 2 != word.size()) Refuse(word);
  const char type = word.back();
  if (std::string("FS23456789MB").find(type) == std::string::npos) Refuse(word);
  return {red, type, SquareOf(word.substr(0, equals))};
}

// "a4-a5".
Ply ReadPly(const std::string& word) {
  const std::size_t dash = word.find('-');
  if (dash == std::string::npos) Refuse(word);
  return {SquareOf(word.substr(0, dash)), SquareOf(word.substr(dash + 1))};
}

constexpr char kArmyOrder[] = "FS23456789MB";

// "1-1-2-2-0-0-0-0-0-1-1-2" as letters (R1.6).
std::string ReadArmy(std::string counts) {
  std::replace(counts.begin(), counts.end(), '-', ' ');
  std::istringstream numbers(counts);
  std::string army;
  for (const char type : std::string(kArmyOrder)) {
    std::size_t count = 0;
    if (!(numbers >> count)) Refuse(counts);
    army.append(count, type);
  }
  return army;
}

void ReadOption(std::istringstream& words, Rules& rules) {
  std::string name;
  words >> name;
  if (name == "two_squares") {
    words >> rules.two_squares;
  } else if (name == "chase") {
    words >> rules.chase;
  } else if (name == "chase_scope") {
    words >> rules.chase_scope;
  } else if (name == "chase_turns") {
    words >> rules.chase_turns;
  } else if (name == "two_squares_piece") {
    words >> std::boolalpha >> rules.two_squares_piece;
  } else if (name == "zone_rows") {
    words >> rules.zone_rows;
  } else if (name == "army") {
    words >> name;
    rules.army = ReadArmy(name);
  } else {
    Refuse(name);
  }
}

void ReadSetUp(std::istringstream& words, std::vector<Piece>& pieces) {
  std::string word;
  words >> word;
  const bool red = word == "red";
  if (!red && word != "blue") Refuse(word);
  while (words >> word) pieces.push_back(ReadPlacement(word, red));
}

void ReadLine(const std::string& line, GameText& game) {
  std::istringstream words(line);
  std::string word;
  if (!(words >> word)) return;
  if (word == "ruleset") {
    words >> word;
    game.rules = RulesOf(word);
  } else if (word == "option") {
    ReadOption(words, game.rules);
  } else if (word == "setup") {
    ReadSetUp(words, game.pieces);
  } else if (word == "free") {
    game.free = true;
  } else if (word == std::to_string(game.plies.size() + 1) && words >> word) {
    game.plies.push_back(ReadPly(word));
  } else {
    Refuse(line);
  }
}

void WriteSetUp(std::ostream& out, const char* side, bool red, const std::vector<Piece>& pieces) {
  out << "setup " << side;
  for (const Piece& piece : pieces) {
    if (piece.red == red) out << ' ' << SquareName(piece.origin) << '=' << piece.type;
  }
  out << '\n';
}

}  // namespace

std::string SquareName(int square) {
  return std::string(1, static_cast<char>('a' + square % 10)) + std::to_string(square / 10 + 1);
}

std::string PlyName(const Ply& ply) { return SquareName(ply.from) + "-" + SquareName(ply.to); }

std::vector<std::pair<std::string, std::string>> OptionsOf(const Rules& rules) {
  std::string army;
  for (const char type : std::string(kArmyOrder)) {
    if (!army.empty()) army += '-';
    army += std::to_string(std::count(rules.army.begin(), rules.army.end(), type));
  }
  return {{"army", army},
          {"chase", rules.chase},
          {"chase_scope", rules.chase_scope},
          {"chase_turns", std::to_string(rules.chase_turns)},
          {"two_squares", std::to_string(rules.two_squares)},
          {"two_squares_piece", rules.two_squares_piece ? "true" : "false"},
          {"zone_rows", std::to_string(rules.zone_rows)}};
}

GameText ReadGameText(const std::string& text) {
  GameText game;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) ReadLine(line, game);
  // Pieces are told apart by where they stood at first, and listed so.
  std::sort(game.pieces.begin(), game.pieces.end(), [](const Piece& a, const Piece& b) { return a.origin < b.origin; });
  return game;
}

std::string WriteGameText(const GameText& game) {
  std::ostringstream out;
  out << "ruleset " << game.rules.ruleset << '\n';
  for (const auto& [name, value] : OptionsOf(game.rules)) out << "option " << name << ' ' << value << '\n';
  if (game.free) out << "free\n";
  WriteSetUp(out, "red", true, game.pieces);
  WriteSetUp(out, "blue", false, game.pieces);
  for (std::size_t i = 0; i < game.plies.size(); ++i) out << i + 1 << ' ' << PlyName(game.plies[i]) << '\n';
  return out.str();
}

std::string PositionAsJson(int number, const Judgement& judgement) {
  std::ostringstream out;
  out << "{\"ply\":" << number << ",\"side\":\"" << (judgement.red_to_move ? "red" : "blue") << "\",\"legal\":[";
  const char* comma = "";
  for (const Ply& ply : judgement.legal) {
    out << comma << '"' << PlyName(ply) << '"';
    comma = ",";
  }
  out << "],\"barred\":[";
  comma = "";
  for (const BarredPly& barred : judgement.barred) {
    out << comma << "{\"ply\":\"" << PlyName(barred.ply) << "\",\"clause\":\"" << barred.clause << "\"}";
    comma = ",";
  }
  out << "]}";
  return out.str();
}

std::string OutcomeAsJson(const Judgement& judgement) {
  if (judgement.result == "none") return "{\"result\":null,\"reason\":null}";
  return "{\"result\":\"" + judgement.result + "\",\"reason\":\"" + judgement.reason + "\"}";
}

std::string ReplayAsJson(const GameText& game, int& illegal) {
  std::vector<Ply> made;
  Judgement now = Judge(game.rules, game.pieces, made);
  std::string lines = PositionAsJson(1, now) + "\n";
  for (const Ply& ply : game.plies) {
    const int number = static_cast<int>(made.size()) + 1;
    if (std::find(now.legal.begin(), now.legal.end(), ply) == now.legal.end()) {
      illegal = number;
      return lines;
    }
    made.push_back(ply);
    now = Judge(game.rules, game.pieces, made);
    lines += PositionAsJson(number + 1, now) + "\n";
  }
  illegal = 0;
  return lines + OutcomeAsJson(now) + "\n";
}

}  // namespace flagfall::slow
