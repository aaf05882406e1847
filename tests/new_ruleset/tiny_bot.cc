// A bot that plays the eighth ruleset, with the SDK as it is.
#include <memory>

#include "referee/rules/catalogue.h"
#include "sample-bots/cpp/sdk/run.h"
#include "sample-bots/cpp/sdk/seed.h"
#include "tests/new_ruleset/tiny_game.h"
#include "tests/new_ruleset/tiny_ruleset.h"

namespace flagfall::tiny {
namespace {

class TinyPlayer : public bot::Player {
 public:
  explicit TinyPlayer(std::uint64_t seed) : random_(seed) {}

  bot::Answer Choose(const bot::GameState& game, v1::DecisionKind kind, const bot::TimeLeft& /*time*/) override {
    const v1::Side side = game.started().side();
    if (kind == v1::DECISION_KIND_SET_UP) return TinyGame().Sample(side, random_);
    const auto& legal = game.legal_actions();
    // It attacks what it can.
    for (const v1::Action& action : legal) {
      for (const v1::PieceView& piece : game.view().board().pieces()) {
        if (piece.owner() != side && !piece.has_removal() && piece.square() == action.ply().to()) return action;
      }
    }
    return legal[static_cast<int>(Below(legal.size(), random_))];
  }

 private:
  Random random_;
};

}  // namespace
}  // namespace flagfall::tiny

int main() {
  flagfall::AddRuleset(std::make_unique<flagfall::tiny::TinyRuleset>());
  flagfall::bot::BotInfo info;
  info.name = "tiny-bot";
  info.version = "1.0";
  info.rulesets = {"tiny"};
  info.wants_legal_actions = true;
  return flagfall::bot::Run(info, [](const auto& game, const auto& options) {
    return std::make_unique<flagfall::tiny::TinyPlayer>(flagfall::bot::SeedOf(game, options));
  });
}
