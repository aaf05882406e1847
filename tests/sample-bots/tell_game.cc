// Plays a game and says what one player is told, for tests in other languages:
//
//   tell_game RULESET SEED SIDE [play]
//
// RULESET may have options, as in duel[zone_rows=2].
//
// Every line is a message in base64. The first is game_started. Then comes for each step a decision of SIDE's or, when
// it has none, the events; last game_over. Without `play` everybody plays at random, and each of these is followed by a
// line with SIDE's view. With `play` SIDE answers each of its decisions with a line on standard input, an Action, and
// only the other side plays at random.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "flagfall/v1/bot_service.pb.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/random.h"
#include "referee/rules/side_messages.h"

namespace flagfall {
namespace {

class Teller {
 public:
  Teller(std::unique_ptr<Game> game, v1::Side side, bool is_played, Random& random)
      : game_(std::move(game)), side_(side), is_played_(is_played), random_(random) {}

  // The exit code.
  int Play(const v1::Ruleset& ruleset) {
    v1::PlayResponse message;
    v1::GameStarted& started = *message.mutable_game_started();
    started.set_game_id("g1");
    started.set_side(side_);
    *started.mutable_ruleset() = ruleset;
    *started.mutable_view() = View();
    Print(message);
    std::vector<v1::Event> events;
    while (!game_->Outcome().has_value()) {
      const std::optional<OpenDecision> own = OwnDecision();
      Tell(events, own);
      const v1::Side actor = own.has_value() ? side_ : game_->Pending()[0].side;
      auto told = game_->Act(actor, own.has_value() && is_played_ ? ReadAction() : game_->Sample(actor, random_));
      if (!told.ok()) {
        std::cerr << told.status() << "\n";
        return 1;
      }
      events = side_ == v1::SIDE_RED ? std::move(told->red) : std::move(told->blue);
    }
    v1::PlayResponse over;
    over.mutable_game_over()->set_game_id("g1");
    *over.mutable_game_over()->mutable_outcome() = *game_->Outcome();
    over.mutable_game_over()->mutable_events()->Assign(events.begin(), events.end());
    Say(over);
    return 0;
  }

 private:
  static void Print(const google::protobuf::Message& message) {
    std::cout << absl::Base64Escape(message.SerializeAsString()) << std::endl;
  }

  static v1::Action ReadAction() {
    std::string line;
    std::string bytes;
    v1::Action action;
    std::getline(std::cin, line);
    // What is no action is left empty, which the game refuses.
    if (absl::Base64Unescape(line, &bytes)) action.ParseFromString(bytes);
    return action;
  }

  v1::View View() const { return game_->ViewFor(ObserverOf(side_)); }

  std::optional<OpenDecision> OwnDecision() const {
    for (const OpenDecision& decision : game_->Pending()) {
      if (decision.side == side_) return decision;
    }
    return std::nullopt;
  }

  void Say(const v1::PlayResponse& message) const {
    Print(message);
    if (!is_played_) Print(View());
  }

  void Tell(const std::vector<v1::Event>& events, const std::optional<OpenDecision>& own) {
    v1::PlayResponse message;
    if (own.has_value()) {
      v1::DecisionRequired& decision = *message.mutable_decision_required();
      decision.set_game_id("g1");
      decision.set_decision(++decisions_);
      decision.set_kind(own->kind);
      decision.mutable_events()->Assign(events.begin(), events.end());
      const auto legal = game_->Legal(side_);
      if (legal.has_value()) decision.mutable_legal_actions()->Assign(legal->begin(), legal->end());
    } else {
      message.mutable_events_occurred()->set_game_id("g1");
      message.mutable_events_occurred()->mutable_events()->Assign(events.begin(), events.end());
    }
    Say(message);
  }

  std::unique_ptr<Game> game_;
  v1::Side side_;
  bool is_played_;
  Random& random_;
  std::uint32_t decisions_ = 0;
};

// `text` is a ruleset as one word: its id, or id[name=value,...].
v1::Ruleset RulesetNamed(absl::string_view text) {
  const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(text, absl::MaxSplits('[', 1));
  v1::Ruleset ruleset;
  ruleset.set_id(std::string(parts.first));
  for (const absl::string_view word : absl::StrSplit(absl::StripSuffix(parts.second, "]"), ',', absl::SkipEmpty())) {
    const std::pair<std::string, std::string> option = absl::StrSplit(word, absl::MaxSplits('=', 1));
    v1::RulesetOption& added = *ruleset.add_options();
    added.set_name(option.first);
    added.set_value(option.second);
  }
  return ruleset;
}

int Main(absl::string_view text, std::uint64_t seed, v1::Side side, bool is_played) {
  Random random(seed);
  const v1::Ruleset named = RulesetNamed(text);
  const auto ruleset = CompleteRuleset(named);
  std::string game_seed;
  for (int i = 0; i < 32; ++i) game_seed.push_back(static_cast<char>(Below(256, random)));
  auto game = NewGame(named, game_seed);
  if (!ruleset.ok() || !game.ok()) {
    std::cerr << game.status() << "\n";
    return 1;
  }
  return Teller(*std::move(game), side, is_played, random).Play(*ruleset);
}

}  // namespace
}  // namespace flagfall

int main(int argc, char** argv) {
  if (argc < 4 || argc > 5) {
    std::cerr << "expected: tell_game RULESET SEED red|blue [play]\n";
    return 2;
  }
  const flagfall::v1::Side side = argv[3] == std::string("blue") ? flagfall::v1::SIDE_BLUE : flagfall::v1::SIDE_RED;
  return flagfall::Main(argv[1], std::strtoull(argv[2], nullptr, 10), side, argc == 5);
}
