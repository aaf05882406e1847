#include "tests/contract/playthrough.h"

#include <array>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "tests/contract/checks.h"
#include "tests/support/drawn_options.h"

namespace flagfall::contract {
namespace {

// R5.4, R10.6; games of chance moves seldom reach them.
constexpr std::uint32_t kPliesMax = 1000;
constexpr std::uint32_t kPliesWithoutCaptureMax = 200;

// FNV-1a.
void Mix(absl::string_view bytes, std::uint64_t& signature) {
  for (const char byte : bytes) signature = (signature ^ static_cast<std::uint8_t>(byte)) * 0x100000001b3;
}

void Mix(const ObserverEvents& events, std::uint64_t& signature) {
  for (const v1::Observer observer : kEventObservers) {
    for (const v1::Event& event : events.For(observer)) Mix(event.SerializeAsString(), signature);
    Mix("|", signature);
  }
}

// What each observer makes of its events.
class Followers {
 public:
  Followers(const RulesetDefinition& definition, const Game& game) : definition_(definition) {
    for (std::size_t i = 0; i < kEventObservers.size(); ++i) views_[i] = game.ViewFor(kEventObservers[i]);
  }

  absl::Status Follow(const ObserverEvents& events, const Game& game) {
    for (std::size_t i = 0; i < kEventObservers.size(); ++i) {
      for (const v1::Event& event : events.For(kEventObservers[i])) {
        const absl::Status status = definition_.Follow(event, views_[i]);
        if (status.ok()) continue;
        return absl::InternalError(absl::StrCat(v1::Observer_Name(kEventObservers[i]), " was told ",
                                                event.ShortDebugString(), ": ", status.message()));
      }
      if (game.Outcome().has_value()) continue;
      const v1::View now = game.ViewFor(kEventObservers[i]);
      if (now.SerializeAsString() == views_[i].SerializeAsString()) continue;
      return absl::InternalError(absl::StrCat("events are the differences of views; ",
                                              v1::Observer_Name(kEventObservers[i]), " sees\n", now.ShortDebugString(),
                                              "\nand was told\n", views_[i].ShortDebugString()));
    }
    return absl::OkStatus();
  }

 private:
  const RulesetDefinition& definition_;
  std::array<v1::View, 3> views_;
};

absl::Status CheckAll(const RulesetDefinition& definition, const Game& game, Random& random) {
  FLAGFALL_RETURN_IF_ERROR(CheckActions(game, random));
  FLAGFALL_RETURN_IF_ERROR(CheckCopies(game, random));
  FLAGFALL_RETURN_IF_ERROR(CheckSecrecyOfTwo(game, random));
  for (const v1::Observer observer : kEventObservers) {
    FLAGFALL_RETURN_IF_ERROR(CheckSecrets(definition, game, observer, random));
  }
  FLAGFALL_RETURN_IF_ERROR(CheckWords(definition, game, random));
  return CheckNoise(game, random);
}

bool IsAtLimit(const Game& game) {
  return game.Progress().plies >= kPliesMax || game.Progress().plies_since_capture >= kPliesWithoutCaptureMax;
}

void MixEnd(const Game& game, std::uint64_t& signature) {
  for (const v1::Observer observer : kEventObservers) Mix(game.ViewFor(observer).SerializeAsString(), signature);
  Mix(game.ViewFor(v1::OBSERVER_ALL).SerializeAsString(), signature);
  if (game.Outcome().has_value()) Mix(game.Outcome()->SerializeAsString(), signature);
}

}  // namespace

std::string SeedOf(std::uint64_t number) {
  Random random(number);
  std::string seed;
  for (int i = 0; i < 32; ++i) seed.push_back(static_cast<char>(Below(256, random)));
  return seed;
}

absl::StatusOr<Playthrough> Play(const RulesetDefinition& definition, std::uint64_t number,
                                 const Attention& attention) {
  // Apart, so that options do not change the actions that are drawn.
  Random drawn(number + 1);
  Playthrough played{.ruleset = attention.draws_options ? DrawOptions(definition.info(), drawn)
                                                        : *CompleteRuleset(definition.info(), v1::Ruleset()),
                     .seed = SeedOf(number),
                     .actions = {},
                     .outcome = {},
                     .signature = 0xcbf29ce484222325};
  const std::unique_ptr<Game> game = definition.NewGame(played.ruleset, played.seed);
  Random random(number);
  // Apart, so that looking does not change the game.
  Random look(~number);
  std::optional<Followers> followers;
  if (attention.follows) followers.emplace(definition, *game);
  const auto failed = [&](const absl::Status& status) {
    return absl::InternalError(absl::StrCat(definition.info().id, " (", played.ruleset.ShortDebugString(), "), game ",
                                            number, ", action ", played.actions.size() + 1, ": ", status.message()));
  };
  while (!game->Outcome().has_value() && !IsAtLimit(*game)) {
    const auto pending = game->Pending();
    if (pending.empty()) return failed(absl::InternalError("a game that is on asks something"));
    if (attention.check_every > 0 && Below(attention.check_every, look) == 0) {
      if (const absl::Status status = CheckAll(definition, *game, look); !status.ok()) return failed(status);
    }
    const v1::Side side = pending[Below(pending.size(), random)].side;
    const v1::Action action = game->Sample(side, random);
    const auto events = game->Act(side, action);
    if (!events.ok()) return failed(events.status());
    Mix(*events, played.signature);
    played.actions.push_back({.side = side, .action = action});
    if (!followers.has_value()) continue;
    if (const absl::Status status = followers->Follow(*events, *game); !status.ok()) return failed(status);
  }
  if (attention.check_every > 0 && game->Outcome().has_value()) {
    if (const absl::Status status = CheckOver(*game, look); !status.ok()) return failed(status);
  }
  MixEnd(*game, played.signature);
  played.outcome = game->Outcome();
  played.plies = game->Progress().plies;
  return played;
}

absl::Status CheckReplay(const RulesetDefinition& definition, const Playthrough& played) {
  const std::unique_ptr<Game> game = definition.NewGame(played.ruleset, played.seed);
  std::uint64_t signature = 0xcbf29ce484222325;
  for (const TakenAction& taken : played.actions) {
    FLAGFALL_ASSIGN_OR_RETURN(const ObserverEvents events, game->Act(taken.side, taken.action));
    Mix(events, signature);
  }
  MixEnd(*game, signature);
  if (signature == played.signature) return absl::OkStatus();
  return absl::InternalError(absl::StrCat(definition.info().id, ": a game played again is the same game"));
}

}  // namespace flagfall::contract
