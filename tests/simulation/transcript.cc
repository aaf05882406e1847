#include "tests/simulation/transcript.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <utility>

#include "referee/base/sha256.h"
#include "referee/rules/catalogue.h"

namespace flagfall::simulation {
namespace {

// Empty if applying the events to the first view gives the present view. Not checked for the counting game, which is in
// no catalogue.
std::string Follow(const v1::GameResumed& resumed) {
  const absl::StatusOr<const RulesetDefinition*> definition = FindRuleset(resumed.game_started().ruleset().id());
  if (!definition.ok()) return "";
  v1::View view = resumed.game_started().view();
  for (const v1::Event& event : resumed.events()) {
    if (!(*definition)->Follow(event, view).ok()) return "an event that does not follow";
  }
  return view.SerializeAsString() == resumed.view().SerializeAsString() ? "" : "events that lead to another view";
}

}  // namespace

std::string Transcript::Add(const v1::PlayResponse& message) {
  if (is_over_) return "a message after game_over";
  if (message.has_game_error()) return "";
  if (message.has_game_started()) {
    if (has_started_) return "a second game_started";
    has_started_ = true;
    seed_sha256_ = message.game_started().seed_sha256();
    first_view_ = message.game_started().view().SerializeAsString();
    return message.game_started().side() == side_ ? "" : "game_started for the other side";
  }
  if (message.has_game_resumed()) return AddResumed(message.game_resumed());
  if (!has_started_) return "a message before game_started";
  if (message.has_decision_required()) return AddDecision(message.decision_required(), /*resumed=*/false);
  if (message.has_events_occurred()) {
    if (message.events_occurred().events_size() == 0) return "events_occurred without events";
    AddEvents(message.events_occurred().events());
    return "";
  }
  if (message.has_game_over()) return AddOver(message.game_over());
  return message.has_draw_offered() ? "" : "a message that no match sends";
}

std::string Transcript::AddDecision(const v1::DecisionRequired& decision, bool resumed) {
  // A decision may be told again when the game is resumed; it may also have been opened while the bot was away.
  const bool in_order = decision.decision() == decisions_ + 1 || (resumed && decision.decision() == decisions_);
  if (!in_order) return "a decision out of its order";
  decisions_ = decision.decision();
  if (decision.kind() == v1::DECISION_KIND_SET_UP && decisions_ != 1) return "a set-up after other decisions";
  if (decision.red_clock_micros() < 0 || decision.blue_clock_micros() < 0) return "a clock below 0";
  AddEvents(decision.events());
  return "";
}

std::string Transcript::AddResumed(const v1::GameResumed& resumed) {
  has_started_ = true;
  seed_sha256_ = resumed.game_started().seed_sha256();
  if (static_cast<int>(resumed.view().observer()) != static_cast<int>(side_)) return "the view of another observer";
  const std::string first_view = resumed.game_started().view().SerializeAsString();
  if (std::exchange(first_view_, first_view).value_or(first_view) != first_view) return "another beginning on return";
  if (std::string wrong = Follow(resumed); !wrong.empty()) return wrong;
  const std::string before = std::exchange(events_, "");
  AddEvents(resumed.events());
  if (events_.compare(0, before.size(), before) != 0) return "other events on return than before";
  if (!resumed.has_decision_required()) return "";
  if (resumed.decision_required().events_size() > 0) return "a resumed decision with events";
  return AddDecision(resumed.decision_required(), /*resumed=*/true);
}

std::string Transcript::AddOver(const v1::GameOver& over) {
  is_over_ = true;
  AddEvents(over.events());
  if (over.outcome().result() == v1::RESULT_VOID) {
    return over.has_view() || !over.seed().empty() ? "a void game tells what is hidden" : "";
  }
  if (over.view().observer() != v1::OBSERVER_ALL) return "game_over does not show everything";
  if (Sha256Of(over.seed()) != seed_sha256_) return "the seed is not the one committed to";
  return "";
}

void Transcript::AddEvents(const google::protobuf::RepeatedPtrField<v1::Event>& events) {
  google::protobuf::io::StringOutputStream stream(&events_);
  google::protobuf::io::CodedOutputStream out(&stream);
  for (const v1::Event& event : events) {
    const std::string bytes = event.SerializeAsString();
    out.WriteVarint32(static_cast<std::uint32_t>(bytes.size()));
    out.WriteString(bytes);
  }
}

std::string Transcript::CheckAgainst(const v1::GameRecord& record) const {
  if (!is_over_) return "";
  const std::string& digest = side_ == v1::SIDE_RED ? record.red_events_sha256() : record.blue_events_sha256();
  return Sha256Of(events_) == digest ? "" : "the events told are not those of the record's digest";
}

}  // namespace flagfall::simulation
