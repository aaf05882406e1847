// Any bytes as a game of any ruleset with any options: actions drawn, or read from the bytes, or as bytes say. None
// crashes, what is refused names a clause and changes nothing, and every observer's view of the end can be drawn.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "referee/base/check.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/fuzz/input.h"
#include "tests/support/drawn_options.h"

namespace flagfall::fuzz::ruleset_fuzz {
namespace {

constexpr int kActionsMax = 2000;

constexpr v1::Observer kAllObservers[] = {v1::OBSERVER_RED, v1::OBSERVER_BLUE, v1::OBSERVER_SPECTATOR,
                                          v1::OBSERVER_ALL};

std::string ViewsOf(const Game& game) {
  std::string views;
  for (const v1::Observer observer : kAllObservers) views += game.ViewFor(observer).SerializeAsString();
  return views;
}

void ActAsRead(v1::Side side, absl::string_view bytes, const RulesetDefinition& definition, Game& game) {
  v1::Action action;
  if (!action.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
  FLAGFALL_CHECK(definition.WriteAction(action).find('\n') == std::string::npos);
  const std::string before = ViewsOf(game);
  const auto events = game.Act(side, action);
  if (events.ok()) return;
  FLAGFALL_CHECK(!ClauseOf(events.status()).empty());
  FLAGFALL_CHECK(ViewsOf(game) == before);
}

void Play(const RulesetDefinition& definition, fuzz::Input& input) {
  const std::string seed(32, static_cast<char>(input.Byte()));
  const v1::Ruleset ruleset = DrawOptions(definition.info(), [&input](std::uint64_t max) { return input.Number(max); });
  const std::unique_ptr<Game> game = definition.NewGame(ruleset, seed);
  Random random(input.Byte());
  for (int i = 0; i < kActionsMax && !input.IsEmpty(); ++i) {
    const std::uint8_t what = input.Byte();
    const v1::Side side = what % 2 == 0 ? v1::SIDE_RED : v1::SIDE_BLUE;
    if (what < 64) {
      ActAsRead(side, input.Bytes(input.Byte()), definition, *game);
    } else if (what < 96) {
      const auto read = definition.ReadAction(input.Bytes(input.Byte()));
      if (read.ok()) ActAsRead(side, read->SerializeAsString(), definition, *game);
    } else if (!game->Pending().empty()) {
      const v1::Side open = game->Pending().front().side;
      FLAGFALL_CHECK(game->Act(open, game->Sample(open, random)).ok());
    }
  }
  for (const v1::Observer observer : kAllObservers) {
    FLAGFALL_CHECK(!definition.Draw(game->ViewFor(observer), {}).empty());
  }
}

}  // namespace

FLAGFALL_FUZZER(ruleset) {
  Input input(bytes, size);
  const auto& catalogue = Catalogue();
  Play(*catalogue[input.Byte() % catalogue.size()], input);
  return 0;
}

}  // namespace flagfall::fuzz::ruleset_fuzz
