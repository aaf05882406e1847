// A bot to begin with: copy the folder, change the name in bot.json, and make it play better than at random.

#include <algorithm>
#include <memory>
#include <random>

#include "sample-bots/cpp/sdk/player.h"
#include "sample-bots/cpp/sdk/run.h"
#include "sample-bots/cpp/sdk/seed.h"
#include "sample-bots/cpp/sdk/set_up.h"

namespace bot = flagfall::bot;
namespace board = flagfall::board;

class MyPlayer : public bot::BoardPlayer {
 public:
  explicit MyPlayer(std::uint64_t seed) : random_(seed) {}

  bot::SetUp ChooseSetUp(const bot::GameState& game, const bot::TimeLeft& /*time*/) override {
    return bot::RandomSetUp(game, random_);
  }

  bot::Answer ChoosePly(const bot::GameState& game, const bot::TimeLeft& /*time*/) override {
    board::PlyList plies = game.LegalPlies();
    std::shuffle(plies.begin(), plies.end(), random_);
    const auto is_attack = [&](board::Ply ply) { return game.board().PieceAt(ply.to) != board::kNoPiece; };
    const auto attack = std::find_if(plies.begin(), plies.end(), is_attack);
    return attack != plies.end() ? *attack : plies[0];
  }

 private:
  std::mt19937_64 random_;
};

int main() {
  return bot::Run(
      {}, [](const auto& game, const auto& options) { return std::make_unique<MyPlayer>(bot::SeedOf(game, options)); });
}
