#include "arena/values/cards_features.h"

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/cards/card.h"
#include "referee/rules/cards/cards_game.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/ruleset.h"
#include "referee/rules/side_messages.h"

namespace flagfall::arena::values {
namespace {

using cards::Army;
using cards::Card;
using cards::CardList;
using cards::CardsState;

constexpr int kTypesOfCards = cards::kCardTypes - 1;

// By what cards come to a player.
enum class Source : std::size_t { kDeal = 0, kDraw = 1, kTrick = 2 };
constexpr int kSources = 3;

class CardLuck {
 public:
  // Adds what `got` is beyond the share that it has of `from`, out of which it came.
  void Add(Source source, Side side, const CardList& got, const CardList& from) {
    if (from.empty()) return;
    const double sign = side == Side::kRed ? 1 : -1;
    for (const Card card : got) At(source, card) += sign;
    const double share = static_cast<double>(got.size()) / static_cast<double>(from.size());
    for (const Card card : from) At(source, card) -= sign * share;
  }

  std::vector<double> Take() { return std::move(features_); }

 private:
  double& At(Source source, Card card) {
    return features_[static_cast<std::size_t>(source) * kTypesOfCards + static_cast<std::size_t>(card) - 1];
  }

  std::vector<double> features_ = std::vector<double>(std::size_t{kTypesOfCards} * kSources, 0.0);
};

// All cards of an army that are not lost.
CardList CardsOf(const Army& army) {
  CardList all = army.deck;
  all.Append(army.hand);
  for (const cards::FrontCard& front : army.front) {
    if (!front.is_gap()) all.push_back(front.card);
  }
  return all;
}

// What has come from the top of the deck.
CardList DrawnFrom(const Army& before, const Army& after) {
  CardList drawn;
  CardList deck = before.deck;
  while (deck.size() > after.deck.size()) drawn.push_back(deck.pop_back());
  return drawn;
}

void AddChanges(const CardsState& before, const CardsState& after, const v1::Action& action, Side actor,
                CardLuck& luck) {
  for (const Side side : {Side::kRed, Side::kBlue}) {
    if (side == actor && action.cards().has_redeal()) {
      luck.Add(Source::kTrick, side, after.army(side).hand, CardsOf(before.army(side)));
    } else {
      luck.Add(Source::kDraw, side, DrawnFrom(before.army(side), after.army(side)), before.army(side).deck);
    }
  }
}

}  // namespace

const std::vector<std::string>& CardsFeatureNames() {
  static const auto* const names = [] {
    auto* made = new std::vector<std::string>();
    for (const char* source : {"deal", "draw", "trick"}) {
      for (int type = 1; type <= kTypesOfCards; ++type) {
        const std::string letter(1, cards::CardLetter(static_cast<Card>(type)));
        made->push_back(absl::StrCat(source, "_", letter));
      }
    }
    return made;
  }();
  return *names;
}

absl::StatusOr<std::vector<double>> CardsFeatures(const v1::GameRecord& record) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Ruleset ruleset, CompleteRuleset(record.ruleset()));
  cards::CardsGame game(OptionOf(ruleset, "spotter") == "on", record.seed());
  CardLuck luck;
  for (const Side side : {Side::kRed, Side::kBlue}) {
    const Army& army = game.state().army(side);
    luck.Add(Source::kDeal, side, army.hand, CardsOf(army));
  }
  for (const v1::RecordEntry& entry : record.entries()) {
    if (!entry.has_acted()) continue;
    const CardsState before = game.state();
    if (!game.Act(entry.side(), entry.acted().action()).ok()) continue;
    AddChanges(before, game.state(), entry.acted().action(), SideOf(entry.side()), luck);
  }
  return luck.Take();
}

}  // namespace flagfall::arena::values
