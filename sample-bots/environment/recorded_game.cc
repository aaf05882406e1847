#include "sample-bots/environment/recorded_game.h"

#include <google/protobuf/util/json_util.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/record.h"

namespace flagfall::environment {
namespace {

constexpr std::size_t kSeedBytes = 32;

bool IsTold(v1::Observer observer) {
  return observer == v1::OBSERVER_RED || observer == v1::OBSERVER_BLUE || observer == v1::OBSERVER_SPECTATOR;
}

}  // namespace

std::string JsonOf(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  std::string json;
  FLAGFALL_CHECK(google::protobuf::util::MessageToJsonString(message, &json, options).ok());
  return json;
}

absl::StatusOr<RecordedGame> RecordedGame::New(const v1::Ruleset& ruleset, absl::string_view seed) {
  if (seed.size() != kSeedBytes) {
    return absl::InvalidArgumentError(absl::StrCat("the seed has ", seed.size(), " bytes; expected ", kSeedBytes));
  }
  RecordedGame game;
  FLAGFALL_ASSIGN_OR_RETURN(game.definition_, FindRuleset(ruleset.id()));
  FLAGFALL_ASSIGN_OR_RETURN(game.ruleset_, CompleteRuleset(ruleset));
  FLAGFALL_ASSIGN_OR_RETURN(game.game_, NewGame(ruleset, seed));
  game.seed_ = std::string(seed);
  return game;
}

absl::StatusOr<RecordedGame> RecordedGame::FromRecord(const std::string& json) {
  v1::GameRecord record;
  const auto read = google::protobuf::util::JsonStringToMessage(json, &record);
  if (!read.ok()) {
    return absl::InvalidArgumentError(absl::StrCat("not a record in JSON: ", std::string(read.message())));
  }
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<RecordedAction> actions, AcceptedActions(record));
  FLAGFALL_ASSIGN_OR_RETURN(RecordedGame game, New(record.ruleset(), record.seed()));
  for (const RecordedAction& done : actions) FLAGFALL_RETURN_IF_ERROR(game.Apply(done.side, done.action));
  if (!game.Outcome().has_value() && record.outcome().result() != v1::RESULT_UNSPECIFIED) {
    game.Adjudicate(record.outcome());
  }
  return game;
}

RecordedGame::RecordedGame(const RecordedGame& other)
    : ruleset_(other.ruleset_),
      definition_(other.definition_),
      seed_(other.seed_),
      game_(other.game_->Clone()),
      adjudicated_(other.adjudicated_),
      deeds_(other.deeds_),
      known_to_(other.known_to_) {}

RecordedGame& RecordedGame::operator=(const RecordedGame& other) { return *this = RecordedGame(other); }

std::optional<v1::Outcome> RecordedGame::Outcome() const {
  return adjudicated_.has_value() ? adjudicated_ : game_->Outcome();
}

absl::Status RecordedGame::Apply(v1::Side side, const v1::Action& action) {
  if (adjudicated_.has_value()) return absl::FailedPreconditionError("the game is over, by a decision of its host");
  FLAGFALL_ASSIGN_OR_RETURN(ObserverEvents events, game_->Act(side, action));
  deeds_.push_back(std::make_shared<const Deed>(Deed{.side = side, .action = action, .events = std::move(events)}));
  return absl::OkStatus();
}

RecordedGame RecordedGame::Determinize(v1::Observer observer, std::uint64_t seed) const {
  Random random(seed);
  RecordedGame drawn = *this;
  drawn.game_ = game_->Determinize(observer, random);
  if (observer == v1::OBSERVER_ALL || drawn.game_->Outcome().has_value()) return drawn;
  // Two observers together know more than either; what both of them were told at once is not worth keeping.
  drawn.known_to_ = known_to_.value_or(observer) == observer ? observer : v1::OBSERVER_UNSPECIFIED;
  // All that was hidden follows from it.
  drawn.seed_.clear();
  return drawn;
}

absl::StatusOr<std::vector<v1::Event>> RecordedGame::Events(v1::Observer observer, std::size_t first) const {
  if (!IsTold(observer)) return absl::InvalidArgumentError("the observer must be red, blue or spectator");
  if (known_to_.has_value() && *known_to_ != observer) {
    return absl::FailedPreconditionError("what others than the observer were told is not known of a determinized game");
  }
  std::vector<v1::Event> events;
  for (std::size_t i = first; i < deeds_.size(); ++i) {
    const std::vector<v1::Event>& told = deeds_[i]->events.For(observer);
    events.insert(events.end(), told.begin(), told.end());
  }
  return events;
}

absl::StatusOr<std::string> RecordedGame::InformationState(v1::Observer observer) const {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::Event> events, Events(observer, 0));
  std::string told = JsonOf(ruleset_);
  for (const v1::Event& event : events) absl::StrAppend(&told, "\n", JsonOf(event));
  return told;
}

absl::StatusOr<std::string> RecordedGame::Seed() const {
  if (seed_.empty())
    return absl::FailedPreconditionError("a determinized game has no seed: it does not follow from one");
  return seed_;
}

absl::StatusOr<std::string> RecordedGame::ToRecord() const {
  if (known_to_.has_value())
    return absl::FailedPreconditionError("a determinized game has no record: nobody played it");
  v1::GameRecord record;
  record.set_imported_format("text");
  record.set_seed(seed_);
  *record.mutable_ruleset() = ruleset_;
  record.mutable_red()->set_name("unknown");
  record.mutable_blue()->set_name("unknown");
  for (const auto& deed : deeds_) {
    v1::RecordEntry& entry = *record.add_entries();
    entry.set_side(deed->side);
    *entry.mutable_acted()->mutable_action() = deed->action;
  }
  if (const auto outcome = Outcome(); outcome.has_value()) *record.mutable_outcome() = *outcome;
  record.set_plies(game_->Progress().plies);
  return JsonOf(record);
}

}  // namespace flagfall::environment
