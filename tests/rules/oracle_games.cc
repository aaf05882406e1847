// slow_games FOLDER COUNT: writes COUNT seeded games of each ruleset into the folder, as game texts. Three of four are
// games between whole armies, the fourth is a study; who plays changes from game to game.

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

#include "tests/support/slow_players.h"

namespace flagfall::slow {
namespace {

bool WriteGames(const std::string& folder, int count) {
  int which = 0;
  for (const char* ruleset : {"classic", "battle", "duel", "barrage"}) {
    ++which;
    for (int number = 1; number <= count; ++number) {
      Random random(1'000'000 * which + number);
      const bool study = number % 4 == 0;
      GameText game = study ? RandomStudy(RulesOf(ruleset), random) : RandomArmies(RulesOf(ruleset), random);
      // Now and then a long one.
      PlayOn(game, number % 50 == 1 ? 2500 : 300, random);
      std::ofstream file(folder + "/" + ruleset + "-" + std::to_string(number) + ".txt");
      file << WriteGameText(game);
      if (!file) return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace flagfall::slow

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: slow_games FOLDER COUNT\n";
    return 2;
  }
  if (!flagfall::slow::WriteGames(argv[1], std::atoi(argv[2]))) {
    std::cerr << "cannot write into " << argv[1] << '\n';
    return 1;
  }
}
