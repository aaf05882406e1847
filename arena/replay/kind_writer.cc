#include "arena/replay/kind_writer.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "arena/replay/board_writer.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board_game/board_options.h"
#include "referee/rules/cards/card.h"
#include "referee/rules/gogo/field.h"
#include "referee/rules/gogo/gogo_ruleset.h"
#include "referee/rules/gogo/role.h"

namespace flagfall::arena::replay {
namespace {

// Writes replays of `cards`: the changes of the view, as the events tell them.
class CardsWriter final : public KindWriter {
 public:
  explicit CardsWriter(bool has_spotter) : has_spotter_(has_spotter) {}

  void WriteHeader(v1::Replay& replay) const override {
    v1::CardsReplay& cards = *replay.mutable_cards();
    for (std::size_t type = 0; type < cards::kArmy.size(); ++type) {
      const bool is_left_out = type == static_cast<std::size_t>(cards::Card::kSpotter) && !has_spotter_;
      cards.add_army(is_left_out ? 0 : cards::kArmy[type]);
    }
  }

  absl::Status Begin(const v1::View& view, v1::Replay& replay) override {
    *replay.mutable_cards()->mutable_start() = view.cards();
    return absl::OkStatus();
  }

  absl::Status Step(absl::Span<const v1::Event> events, v1::Replay& replay) override {
    // An action of this game is told in one event.
    v1::CardsEvent& change = *replay.mutable_cards()->add_changes();
    for (const v1::Event& event : events) change.MergeFrom(event.cards());
    return absl::OkStatus();
  }

 private:
  const bool has_spotter_;
};

// Writes replays of `gogo`: the events as they are told.
class GogoWriter final : public KindWriter {
 public:
  explicit GogoWriter(const gogo::FieldRules& rules) : rules_(rules) {}

  void WriteHeader(v1::Replay& replay) const override {
    v1::GogoReplay& field = *replay.mutable_gogo();
    const auto put = [](gogo::Point point, auto* numbers) {
      numbers->Add(point.x);
      numbers->Add(point.y);
    };
    put(gogo::BaseOf(Side::kRed), field.mutable_red_base());
    put(gogo::FlagOf(Side::kRed), field.mutable_red_flag());
    put(gogo::BaseOf(Side::kBlue), field.mutable_blue_base());
    put(gogo::FlagOf(Side::kBlue), field.mutable_blue_flag());
    field.set_pace(static_cast<std::uint32_t>(rules_.pace));
    field.set_reach(static_cast<std::uint32_t>(rules_.reach));
    for (const std::uint8_t count : gogo::kFullDeck) field.add_deck(count);
  }

  absl::Status Begin(const v1::View& view, v1::Replay& replay) override {
    *replay.mutable_gogo()->mutable_start() = view.gogo();
    return absl::OkStatus();
  }

  absl::Status Step(absl::Span<const v1::Event> events, v1::Replay& replay) override {
    v1::GogoReplayStep& step = *replay.mutable_gogo()->add_changes();
    for (const v1::Event& event : events) *step.add_events() = event.gogo();
    return absl::OkStatus();
  }

 private:
  const gogo::FieldRules rules_;
};

using NewWriter = absl::StatusOr<std::unique_ptr<KindWriter>>;

NewWriter NewBoardWriter(const v1::Ruleset& ruleset) {
  FLAGFALL_ASSIGN_OR_RETURN(const board::BoardRules rules, BoardRulesOf(ruleset));
  return std::make_unique<BoardWriter>(rules);
}

NewWriter NewBluffingWriter(const v1::Ruleset& ruleset) {
  return std::make_unique<BluffingWriter>(WithOptions(board::BoardRules::Bluffing(), ruleset));
}

NewWriter NewCardsWriter(const v1::Ruleset& ruleset) {
  return std::make_unique<CardsWriter>(OptionOf(ruleset, "spotter") == "on");
}

NewWriter NewGogoWriter(const v1::Ruleset& ruleset) {
  return std::make_unique<GogoWriter>(gogo::FieldRulesOf(ruleset));
}

struct RulesetWriter {
  absl::string_view ruleset_id;
  bool is_on_board;
  NewWriter (*create)(const v1::Ruleset& ruleset);
};

// The kind of replay of each ruleset that is no board game. A ruleset that a program brings along (AddRuleset) has
// none.
constexpr RulesetWriter kWriters[] = {
    {"bluffing", true, NewBluffingWriter}, {"cards", false, NewCardsWriter}, {"gogo", false, NewGogoWriter}};

}  // namespace

absl::StatusOr<std::unique_ptr<KindWriter>> NewKindWriter(const v1::Ruleset& ruleset) {
  if (IsBoardGame(ruleset.id())) return NewBoardWriter(ruleset);
  for (const RulesetWriter& writer : kWriters) {
    if (writer.ruleset_id == ruleset.id()) return writer.create(ruleset);
  }
  return absl::UnimplementedError(
      absl::StrCat("games of ", ruleset.id(), " have no replay; those of the project's own rulesets have"));
}

bool IsOnBoard(absl::string_view ruleset_id) {
  return IsBoardGame(ruleset_id) ||
         std::any_of(std::begin(kWriters), std::end(kWriters), [ruleset_id](const RulesetWriter& writer) {
           return writer.ruleset_id == ruleset_id && writer.is_on_board;
         });
}

bool HasSetUp(const Game& beginning) {
  const auto pending = beginning.Pending();
  return !pending.empty() && pending[0].kind == v1::DECISION_KIND_SET_UP;
}

}  // namespace flagfall::arena::replay
