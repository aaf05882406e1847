// slow_replay FILE|-: what `flagfall rules replay FILE|- --legal` prints, worked out by the slow implementation.

#include <algorithm>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "tests/support/slow_text.h"

namespace flagfall::slow {
namespace {

std::string ReadAll(const std::string& path) {
  if (path == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The exit code: 1 when a ply is not legal.
int Replay(const GameText& game) {
  std::vector<Ply> made;
  Judgement now = Judge(game.rules, game.pieces, made);
  std::cout << PositionAsJson(1, now) << '\n';
  for (const Ply& ply : game.plies) {
    if (std::find(now.legal.begin(), now.legal.end(), ply) == now.legal.end()) {
      std::cerr << made.size() + 1 << ' ' << PlyName(ply) << " is not legal\n";
      return 1;
    }
    made.push_back(ply);
    now = Judge(game.rules, game.pieces, made);
    std::cout << PositionAsJson(static_cast<int>(made.size()) + 1, now) << '\n';
  }
  std::cout << OutcomeAsJson(now) << '\n';
  return 0;
}

}  // namespace
}  // namespace flagfall::slow

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: slow_replay FILE|-\n";
    return 2;
  }
  try {
    return flagfall::slow::Replay(flagfall::slow::ReadGameText(flagfall::slow::ReadAll(argv[1])));
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
