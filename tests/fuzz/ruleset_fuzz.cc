// Any bytes as a game of any ruleset with any options: actions drawn, or read from the bytes, or as bytes say. None
// crashes, what is refused names a clause and changes nothing, and every observer's view of the end can be drawn.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "referee/base/check.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "tests/support/drawn_options.h"

namespace flagfall {
namespace {

constexpr int kActionsMax = 2000;

// The bytes, taken one after the other; 0 when there are no more.
class Input {
 public:
  explicit Input(absl::string_view bytes) : bytes_(bytes) {}

  bool is_empty() const { return bytes_.empty(); }
  std::uint8_t Byte() {
    if (bytes_.empty()) return 0;
    const char first = bytes_.front();
    bytes_.remove_prefix(1);
    return static_cast<std::uint8_t>(first);
  }
  absl::string_view Bytes(std::size_t count) {
    const absl::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(taken.size());
    return taken;
  }

 private:
  absl::string_view bytes_;
};

constexpr v1::Observer kObservers[] = {v1::OBSERVER_RED, v1::OBSERVER_BLUE, v1::OBSERVER_SPECTATOR, v1::OBSERVER_ALL};

std::string ViewsOf(const Game& game) {
  std::string views;
  for (const v1::Observer observer : kObservers) views += game.ViewFor(observer).SerializeAsString();
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

void Play(const RulesetDefinition& definition, Input& input) {
  const std::string seed(32, static_cast<char>(input.Byte()));
  const v1::Ruleset ruleset = DrawOptions(definition.info(), [&input](std::uint64_t max) {
    const std::uint64_t high = max < 256 ? 0 : input.Byte();
    return (256 * high + input.Byte()) % (max + 1);
  });
  const std::unique_ptr<Game> game = definition.NewGame(ruleset, seed);
  Random random(input.Byte());
  for (int i = 0; i < kActionsMax && !input.is_empty(); ++i) {
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
  for (const v1::Observer observer : kObservers) {
    FLAGFALL_CHECK(!definition.Draw(game->ViewFor(observer), {}).empty());
  }
}

}  // namespace
}  // namespace flagfall

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  flagfall::Input input(absl::string_view(reinterpret_cast<const char*>(bytes), size));
  const auto& catalogue = flagfall::Catalogue();
  flagfall::Play(*catalogue[input.Byte() % catalogue.size()], input);
  return 0;
}
