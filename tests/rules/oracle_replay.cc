// slow_replay FILE|-: what `flagfall rules replay FILE|- --legal` prints, worked out by the slow implementation.

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
  int illegal = 0;
  std::cout << ReplayAsJson(game, illegal);
  if (illegal == 0) return 0;
  std::cerr << "ply " << illegal << " is not legal\n";
  return 1;
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
