#include "arena/replay/example_replay.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/replay/all_events.h"
#include "arena/replay/board_writer.h"
#include "arena/replay/kind_writer.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/example_game.h"

namespace flagfall::arena::replay {
namespace {

// A study is drawn as a board game in every ruleset.
absl::StatusOr<std::unique_ptr<KindWriter>> WriterOf(const v1::Ruleset& ruleset, const v1::RuleExample& example) {
  if (!IsStudy(example)) return NewKindWriter(ruleset);
  FLAGFALL_ASSIGN_OR_RETURN(const board::BoardRules rules, RulesOfStudies(ruleset));
  return std::make_unique<BoardWriter>(rules);
}

// Plays an example and writes its picture.
class PictureWriter {
 public:
  PictureWriter(std::unique_ptr<Game> game, std::unique_ptr<KindWriter> kind, v1::ExamplePicture& picture)
      : game_(std::move(game)), kind_(std::move(kind)), picture_(picture) {
    kind_->WriteHeader(replay());
  }

  absl::Status Begin(bool is_study) {
    if (HasSetUp(*game_) && !is_study) return absl::OkStatus();
    return BeginNow();
  }

  // The first picture: after the opening.
  void AddPosition() { picture_.add_positions(replay().steps()); }

  absl::Status Make(const v1::ExampleStep& step, const v1::Action& action) {
    const absl::StatusOr<ObserverEvents> told = game_->Act(step.side(), action);
    if (ClauseOf(told.status()) != step.clause() || told.ok() != step.clause().empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("the example has `", step.action(), "` otherwise: ", told.status().message()));
    }
    // The step comes with the second of two actions at once.
    if (!told.ok() || told->spectator.empty()) return absl::OkStatus();
    if (!has_begun_) return BeginNow();
    replay().set_steps(replay().steps() + 1);
    if (!kind_->StepsArePlies()) replay().add_plies(game_->Progress().plies);
    return kind_->Step(AllEvents(*told), replay());
  }

 private:
  v1::Replay& replay() { return *picture_.mutable_replay(); }

  absl::Status BeginNow() {
    has_begun_ = true;
    return kind_->Begin(game_->ViewFor(v1::OBSERVER_ALL), replay());
  }

  const std::unique_ptr<Game> game_;
  const std::unique_ptr<KindWriter> kind_;
  v1::ExamplePicture& picture_;
  bool has_begun_ = false;
};

}  // namespace

absl::StatusOr<v1::ExamplePicture> PictureOf(const v1::RulesetGuide& guide, const v1::RuleExample& example) {
  v1::ExamplePicture picture;
  picture.set_id(example.id());
  picture.mutable_replay()->set_is_over(true);
  *picture.mutable_replay()->mutable_ruleset() = guide.ruleset();
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<Game> game, GameOfExample(guide.ruleset(), example));
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<KindWriter> kind, WriterOf(guide.ruleset(), example));
  PictureWriter writer(std::move(game), std::move(kind), picture);
  FLAGFALL_RETURN_IF_ERROR(writer.Begin(IsStudy(example)));
  bool is_opening = true;
  for (const v1::ExampleStep& step : example.steps()) {
    if (is_opening && !step.is_opening()) writer.AddPosition();
    is_opening = step.is_opening();
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Action action, ActionOfExample(guide.ruleset(), example, step));
    FLAGFALL_RETURN_IF_ERROR(writer.Make(step, action));
    if (!is_opening) writer.AddPosition();
  }
  if (is_opening) writer.AddPosition();
  return picture;
}

absl::StatusOr<v1::RulesetPictures> PicturesOf(absl::string_view ruleset_id) {
  FLAGFALL_ASSIGN_OR_RETURN(const RulesetDefinition* definition, FindRuleset(ruleset_id));
  v1::Ruleset ruleset;
  ruleset.set_id(std::string(ruleset_id));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Ruleset complete, CompleteRuleset(ruleset));
  const v1::RulesetGuide guide = definition->Guide(complete);
  v1::RulesetPictures pictures;
  for (const v1::GuideSection& section : guide.sections()) {
    for (const v1::RuleExample& example : section.examples()) {
      FLAGFALL_ASSIGN_OR_RETURN(*pictures.add_examples(), PictureOf(guide, example));
    }
  }
  return pictures;
}

}  // namespace flagfall::arena::replay
