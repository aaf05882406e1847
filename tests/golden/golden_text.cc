#include "tests/golden/golden_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "referee/base/check.h"
#include "tests/contract/playthrough.h"

namespace flagfall::golden {
namespace {

// After so many actions the table is drawn.
constexpr std::size_t kDrawnEvery = 20;

contract::Playthrough Played(const RulesetDefinition& definition, std::uint64_t number) {
  auto played = contract::Play(definition, number, {});
  FLAGFALL_CHECK(played.ok());
  return *std::move(played);
}

std::string EventsText(const std::vector<v1::Event>& events) {
  std::string text;
  for (const v1::Event& event : events) absl::StrAppend(&text, "      ", event.ShortDebugString(), "\n");
  return text;
}

// Told to several alike is written once.
std::string ToldText(const ObserverEvents& events) {
  const std::array<std::pair<const char*, std::string>, 3> told = {{{"red", EventsText(events.red)},
                                                                    {"blue", EventsText(events.blue)},
                                                                    {"spectator", EventsText(events.spectator)}}};
  std::string text;
  std::array<bool, 3> is_written{};
  for (std::size_t i = 0; i < told.size(); ++i) {
    if (is_written[i] || told[i].second.empty()) continue;
    std::string names = told[i].first;
    for (std::size_t j = i + 1; j < told.size(); ++j) {
      if (told[j].second != told[i].second) continue;
      absl::StrAppend(&names, ", ", told[j].first);
      is_written[j] = true;
    }
    absl::StrAppend(&text, "    to ", names, "\n", told[i].second);
  }
  return text;
}

std::string Drawn(const RulesetDefinition& definition, const Game& game, v1::Observer observer, absl::string_view who) {
  return absl::StrCat("\n-- as ", who, " sees it\n", definition.Draw(game.ViewFor(observer), {}), "\n");
}

}  // namespace

std::vector<std::uint64_t> ChooseGames(const RulesetDefinition& definition) {
  std::vector<std::pair<std::size_t, std::uint64_t>> games;
  for (std::uint64_t number = 0; number < kChosenFrom; ++number) {
    const contract::Playthrough played = Played(definition, number);
    if (played.outcome.has_value() && played.actions.size() >= kActionsMin) {
      games.emplace_back(played.actions.size(), number);
    }
  }
  std::sort(games.begin(), games.end());
  std::vector<std::uint64_t> numbers;
  for (const auto& [actions, number] : games) {
    if (numbers.size() < kPlaythroughs) numbers.push_back(number);
  }
  return numbers;
}

std::string PlaythroughText(const RulesetDefinition& definition, std::uint64_t number) {
  const contract::Playthrough played = Played(definition, number);
  const std::unique_ptr<Game> game =
      definition.NewGame(*CompleteRuleset(definition.info(), v1::Ruleset()), played.seed);
  std::string text = absl::StrCat("game ", number, " of ", definition.info().id, "\nseed ",
                                  absl::BytesToHexString(played.seed), "\n\n");
  std::size_t done = 0;
  for (const contract::TakenAction& taken : played.actions) {
    if (done > 0 && done % kDrawnEvery == 0) text += Drawn(definition, *game, v1::OBSERVER_RED, "red");
    const auto events = game->Act(taken.side, taken.action);
    FLAGFALL_CHECK(events.ok());
    absl::StrAppend(&text, ++done, " ", taken.side == v1::SIDE_RED ? "red " : "blue ",
                    definition.WriteAction(taken.action), "\n", ToldText(*events));
  }
  text += Drawn(definition, *game, v1::OBSERVER_SPECTATOR, "a spectator");
  text += Drawn(definition, *game, v1::OBSERVER_ALL, "everybody after the end");
  if (played.outcome.has_value()) absl::StrAppend(&text, played.outcome->ShortDebugString(), "\n");
  return text;
}

std::uint64_t SignatureOf(const RulesetDefinition& definition) {
  std::uint64_t signature = 0;
  for (std::uint64_t number = 0; number < kSigned; ++number) {
    signature = signature * 0x100000001b3 ^ Played(definition, number).signature;
  }
  return signature;
}

std::string SignatureLine(const RulesetDefinition& definition) {
  return absl::StrFormat("%s %016x\n", definition.info().id, SignatureOf(definition));
}

}  // namespace flagfall::golden
