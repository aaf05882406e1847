#ifndef TESTS_RULES_GOGO_STUDY_H_
#define TESTS_RULES_GOGO_STUDY_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/gogo/gogo_actions.h"
#include "referee/rules/gogo/gogo_game.h"

namespace flagfall::gogo {

// A game of gogo from a position that a test builds, driven by actions in words.
class Study {
 public:
  explicit Study(const FieldRules& rules = {}) { world_.rules = rules; }

  // Before the first action: a player in play with a card of its team's deck.
  Study& Put(Side team, std::uint32_t number, Role role, Point place) {
    const PlayerId id = PlayerOf(team, number);
    world_.players[id] = {.place = place, .role = role};
    world_.in_play |= BitOf(id);
    --world_.StateOf(team).deck[IndexOf(role)];
    return *this;
  }
  Study& Red(std::uint32_t number, Role role, Point place) { return Put(Side::kRed, number, role, place); }
  Study& Blue(std::uint32_t number, Role role, Point place) { return Put(Side::kBlue, number, role, place); }
  Study& Tick(std::uint32_t tick) {
    world_.tick = tick;
    return *this;
  }

  GogoGame& game() {
    if (game_ == nullptr) game_ = std::make_unique<GogoGame>(world_);
    return *game_;
  }

  absl::Status Try(v1::Side side, const v1::Action& action) {
    absl::StatusOr<ObserverEvents> events = game().Act(side, action);
    if (!events.ok()) return events.status();
    told_ = *std::move(events);
    return absl::OkStatus();
  }
  absl::Status Try(v1::Side side, absl::string_view words) { return Try(side, *ReadAction(words)); }
  // The clause that refuses the action; empty if it was accepted.
  std::string Clause(v1::Side side, absl::string_view words) { return ClauseOf(Try(side, words)); }

  Study& Act(v1::Side side, absl::string_view words) {
    const absl::Status status = Try(side, words);
    EXPECT_TRUE(status.ok()) << words << ": " << status;
    return *this;
  }
  Study& Red(absl::string_view words) { return Act(v1::SIDE_RED, words); }
  Study& Blue(absl::string_view words) { return Act(v1::SIDE_BLUE, words); }
  // Both teams make these steps.
  Study& Steps(absl::string_view red = "steps", absl::string_view blue = "steps") { return Red(red).Blue(blue); }

  // The open decisions, as in "red STEPS, blue STEPS".
  std::string Pending() {
    return absl::StrJoin(game().Pending(), ", ", [](std::string* out, const OpenDecision& open) {
      absl::StrAppend(out, open.side == v1::SIDE_RED ? "red " : "blue ",
                      v1::DecisionKind_Name(open.kind).substr(sizeof("DECISION_KIND_") - 1));
    });
  }
  // The legal actions of whoever is to decide, in words.
  std::vector<std::string> Legal() {
    std::vector<std::string> words;
    const auto legal = game().Legal(game().Pending()[0].side);
    for (const v1::Action& action : legal.value()) words.push_back(ActionWords(action));
    return words;
  }
  v1::GogoView View(v1::Observer observer = v1::OBSERVER_ALL) { return game().ViewFor(observer).gogo(); }
  // The cluster being settled, as in "R1 R2 B1".
  std::string Cluster() {
    const v1::GogoSituation situation = View().situation();
    std::vector<std::string> names;
    for (const std::uint32_t number : situation.red_cluster()) names.push_back(absl::StrCat("R", number));
    for (const std::uint32_t number : situation.blue_cluster()) names.push_back(absl::StrCat("B", number));
    return absl::StrJoin(names, " ");
  }
  // Who is in play with which roles, as an observer knows it: "R1=Monarch* R2=? B1=Trap".
  std::string Roles(v1::Observer observer = v1::OBSERVER_ALL) {
    const v1::GogoView view = View(observer);
    std::vector<std::string> names;
    for (const auto* team : {&view.red(), &view.blue()}) {
      for (const v1::GogoPlayer& player : team->players()) {
        names.push_back(absl::StrCat(team == &view.red() ? "R" : "B", player.number(), "=",
                                     RoleName(static_cast<Role>(player.role())), player.is_on_display() ? "*" : ""));
      }
    }
    return absl::StrJoin(names, " ");
  }
  // The result and reason; "on" while there is none.
  std::string Outcome() {
    const auto outcome = game().Outcome();
    if (!outcome.has_value()) return "on";
    return absl::StrCat(v1::Result_Name(outcome->result()), " ", v1::Reason_Name(outcome->reason()));
  }
  // What the last action told.
  const ObserverEvents& told() const { return told_; }

 private:
  World world_;
  std::unique_ptr<GogoGame> game_;
  ObserverEvents told_;
};

}  // namespace flagfall::gogo

#endif  // TESTS_RULES_GOGO_STUDY_H_
