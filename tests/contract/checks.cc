#include "tests/contract/checks.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/side_messages.h"

namespace flagfall::contract {
namespace {

constexpr std::array<v1::Observer, 4> kObservers = {v1::OBSERVER_RED, v1::OBSERVER_BLUE, v1::OBSERVER_SPECTATOR,
                                                    v1::OBSERVER_ALL};
constexpr std::array<v1::Side, 2> kSides = {v1::SIDE_RED, v1::SIDE_BLUE};
constexpr int kNoiseBytesMax = 40;

absl::Status Broken(absl::string_view promise, absl::string_view detail = "") {
  return absl::InternalError(absl::StrCat(promise, detail.empty() ? "" : ": ", detail));
}

std::string BytesOf(const std::vector<v1::Event>& events) {
  std::string bytes;
  for (const v1::Event& event : events) absl::StrAppend(&bytes, event.ByteSizeLong(), ":", event.SerializeAsString());
  return bytes;
}

std::string BytesOf(const ObserverEvents& events) {
  return absl::StrCat(BytesOf(events.red), "|", BytesOf(events.blue), "|", BytesOf(events.spectator));
}

std::string LegalBytes(const Game& game, v1::Side side) {
  const auto legal = game.Legal(side);
  if (!legal.has_value()) return "not listed";
  std::string bytes;
  for (const v1::Action& action : *legal)
    absl::StrAppend(&bytes, action.ByteSizeLong(), ":", action.SerializeAsString());
  return bytes;
}

// Everything that can be asked of a game.
std::string StateOf(const Game& game) {
  std::string state;
  for (const v1::Observer observer : kObservers) state += game.ViewFor(observer).SerializeAsString();
  for (const OpenDecision& open : game.Pending()) {
    absl::StrAppend(&state, "|", open.side, ":", open.kind, ":", LegalBytes(game, open.side));
  }
  const auto outcome = game.Outcome();
  absl::StrAppend(&state, "|", outcome.has_value() ? outcome->SerializeAsString() : "on", "|", game.Progress().plies,
                  "|", game.Progress().plies_since_capture);
  return state;
}

v1::Action Noise(Random& random) {
  for (;;) {
    std::string bytes;
    for (std::uint64_t left = Below(kNoiseBytesMax, random); left > 0; --left) {
      bytes.push_back(static_cast<char>(Below(256, random)));
    }
    v1::Action action;
    if (action.ParsePartialFromString(bytes)) return action;
  }
}

// One number somewhere in the action is another one; fields and lists may come and go.
void Disturb(google::protobuf::Message& message, Random& random) {
  const auto* reflection = message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  if (fields.empty()) return;
  const auto* field = fields[Below(fields.size(), random)];
  using google::protobuf::FieldDescriptor;
  if (field->is_repeated()) {
    const int size = reflection->FieldSize(message, field);
    if (Below(8, random) == 0) {
      reflection->RemoveLast(&message, field);
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      if (Below(8, random) == 0) {
        reflection->AddMessage(&message, field)
            ->CopyFrom(reflection->GetRepeatedMessage(message, field, static_cast<int>(Below(size, random))));
      } else {
        Disturb(*reflection->MutableRepeatedMessage(&message, field, static_cast<int>(Below(size, random))), random);
      }
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
      reflection->SetRepeatedEnumValue(&message, field, static_cast<int>(Below(size, random)),
                                       static_cast<int>(Below(20, random)));
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_UINT32) {
      reflection->SetRepeatedUInt32(&message, field, static_cast<int>(Below(size, random)),
                                    static_cast<std::uint32_t>(Below(100, random)));
    }
    return;
  }
  const bool is_huge = Below(16, random) == 0;
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return Disturb(*reflection->MutableMessage(&message, field), random);
    case FieldDescriptor::CPPTYPE_UINT32:
      return reflection->SetUInt32(&message, field,
                                   static_cast<std::uint32_t>(is_huge ? random() : Below(100, random)));
    case FieldDescriptor::CPPTYPE_INT32:
      return reflection->SetInt32(
          &message, field,
          is_huge ? static_cast<std::int32_t>(random()) : static_cast<int>(Below(2001, random)) - 1000);
    case FieldDescriptor::CPPTYPE_ENUM:
      return reflection->SetEnumValue(&message, field, static_cast<int>(Below(20, random)));
    default:
      return;
  }
}

// Tries an action that is probably illegal in a game in this state (StateOf). If it is, a clause is named and nothing
// has changed.
absl::Status TryDoubtful(const Game& game, const std::string& state, v1::Side side, const v1::Action& action) {
  const std::unique_ptr<Game> copy = game.Clone();
  const absl::StatusOr<ObserverEvents> events = copy->Act(side, action);
  if (!events.ok()) {
    if (ClauseOf(events.status()).empty()) return Broken("a refusal names a clause", events.status().ToString());
    if (StateOf(*copy) != state) return Broken("a refused action changes nothing", action.ShortDebugString());
    return absl::OkStatus();
  }
  const auto pending = game.Pending();
  if (std::none_of(pending.begin(), pending.end(), [side](const OpenDecision& open) { return open.side == side; })) {
    return Broken("only who has an open decision may act", action.ShortDebugString());
  }
  const auto legal = game.Legal(side);
  if (!legal.has_value()) return absl::OkStatus();
  const std::string bytes = action.SerializeAsString();
  if (std::any_of(legal->begin(), legal->end(),
                  [&bytes](const v1::Action& listed) { return listed.SerializeAsString() == bytes; })) {
    return absl::OkStatus();
  }
  return Broken("what is not listed is refused", action.ShortDebugString());
}

absl::Status CheckAccepted(const Game& game, v1::Side side, const v1::Action& action) {
  const auto events = game.Clone()->Act(side, action);
  if (events.ok()) return absl::OkStatus();
  return Broken("legal actions are accepted",
                absl::StrCat(action.ShortDebugString(), ": ", events.status().ToString()));
}

// The observer's own decision, as far as it is asked one.
std::string AskedOf(const Game& game, v1::Observer observer) {
  const v1::Side side = observer == v1::OBSERVER_RED    ? v1::SIDE_RED
                        : observer == v1::OBSERVER_BLUE ? v1::SIDE_BLUE
                                                        : v1::SIDE_UNSPECIFIED;
  for (const OpenDecision& open : game.Pending()) {
    if (open.side == side) return absl::StrCat(open.kind, ":", LegalBytes(game, side));
  }
  return "nothing";
}

std::string ErrorText(const Game& game, v1::Side side, const v1::Action& action) {
  return game.Clone()->Act(side, action).status().ToString();
}

// The views that an observer comes to by its events, one after the other. The last need not show what an action has
// revealed: with a new round of `gogo` all of it is gone again.
std::string SeenAlong(const RulesetDefinition& definition, v1::View view, const std::vector<v1::Event>& events) {
  std::string seen;
  std::string last = view.SerializeAsString();
  for (const v1::Event& event : events) {
    if (!definition.Follow(event, view).ok()) return "cannot be followed";
    std::string now = view.SerializeAsString();
    if (now == last) continue;
    absl::StrAppend(&seen, now.size(), ":", now);
    last = std::move(now);
  }
  return seen;
}

v1::Side OwnSide(v1::Observer observer) { return observer == v1::OBSERVER_BLUE ? v1::SIDE_BLUE : v1::SIDE_RED; }

}  // namespace

absl::Status CheckSecrecyOfTwo(const Game& game, Random& random) {
  const auto pending = game.Pending();
  if (pending.size() < 2) return absl::OkStatus();
  for (const OpenDecision& open : pending) {
    const std::unique_ptr<Game> decided = game.Clone();
    const auto events = decided->Act(open.side, game.Sample(open.side, random));
    if (!events.ok()) return Broken("a drawn action is legal", events.status().ToString());
    for (const v1::Observer observer : kEventObservers) {
      if (observer != v1::OBSERVER_SPECTATOR && OwnSide(observer) == open.side) continue;
      const bool same = decided->ViewFor(observer).SerializeAsString() == game.ViewFor(observer).SerializeAsString();
      if (same && events->For(observer).empty()) continue;
      return Broken("while both decide at once, who has decided first does not show",
                    decided->ViewFor(observer).ShortDebugString());
    }
  }
  return absl::OkStatus();
}

absl::Status CheckActions(const Game& game, Random& random) {
  const std::string state = StateOf(game);
  for (const OpenDecision& open : game.Pending()) {
    const v1::Action drawn = game.Sample(open.side, random);
    FLAGFALL_RETURN_IF_ERROR(CheckAccepted(game, open.side, drawn));
    // What has been decided cannot be decided again.
    const std::unique_ptr<Game> decided = game.Clone();
    if (!decided->Act(open.side, drawn).ok()) return Broken("copies do the same");
    FLAGFALL_RETURN_IF_ERROR(TryDoubtful(*decided, StateOf(*decided), open.side, drawn));
    if (const auto legal = game.Legal(open.side); legal.has_value()) {
      if (legal->empty()) return Broken("an open decision has a legal action");
      FLAGFALL_RETURN_IF_ERROR(CheckAccepted(game, open.side, (*legal)[Below(legal->size(), random)]));
      FLAGFALL_RETURN_IF_ERROR(TryDoubtful(game, state, open.side, drawn));
    }
    for (int i = 0; i < 4; ++i) {
      v1::Action disturbed = game.Sample(open.side, random);
      Disturb(disturbed, random);
      FLAGFALL_RETURN_IF_ERROR(TryDoubtful(game, state, open.side, disturbed));
    }
    FLAGFALL_RETURN_IF_ERROR(TryDoubtful(game, state, OpponentOf(open.side), drawn));
  }
  return absl::OkStatus();
}

absl::Status CheckCopies(const Game& game, Random& random) {
  const std::string before = StateOf(game);
  for (const OpenDecision& open : game.Pending()) {
    const v1::Action action = game.Sample(open.side, random);
    const std::unique_ptr<Game> first = game.Clone();
    const std::unique_ptr<Game> second = first->Clone();
    const auto told = first->Act(open.side, action);
    if (StateOf(game) != before || StateOf(*second) != before) return Broken("copies are independent");
    const auto told_again = second->Act(open.side, action);
    if (!told.ok() || !told_again.ok()) return Broken("a drawn action is legal", action.ShortDebugString());
    if (BytesOf(*told) != BytesOf(*told_again) || StateOf(*first) != StateOf(*second)) {
      return Broken("copies do the same", action.ShortDebugString());
    }
  }
  return absl::OkStatus();
}

absl::Status CheckSecrets(const RulesetDefinition& definition, const Game& game, v1::Observer observer,
                          Random& random) {
  const std::unique_ptr<Game> other = game.Determinize(observer, random);
  const auto differs = [&](absl::string_view what, absl::string_view detail = "") {
    return Broken(absl::StrCat("what is hidden from ", v1::Observer_Name(observer), " does not show in its ", what),
                  detail);
  };
  if (other->ViewFor(observer).SerializeAsString() != game.ViewFor(observer).SerializeAsString()) {
    return differs("view", absl::StrCat(game.ViewFor(observer).ShortDebugString(), "\nagainst\n",
                                        other->ViewFor(observer).ShortDebugString()));
  }
  // What one player does not know no spectator knows.
  if (other->ViewFor(v1::OBSERVER_SPECTATOR).SerializeAsString() !=
      game.ViewFor(v1::OBSERVER_SPECTATOR).SerializeAsString()) {
    return differs("spectators' view");
  }
  if (AskedOf(game, observer) != AskedOf(*other, observer)) return differs("decision");
  if (game.Outcome().has_value() != other->Outcome().has_value()) return differs("outcome");
  for (int i = 0; i < 4; ++i) {
    v1::Action action = Noise(random);
    if (i > 0 && AskedOf(game, observer) != "nothing") {
      action = game.Sample(OwnSide(observer), random);
      Disturb(action, random);
    }
    if (observer == v1::OBSERVER_SPECTATOR) break;
    if (ErrorText(game, OwnSide(observer), action) != ErrorText(*other, OwnSide(observer), action)) {
      return differs("refusals", action.ShortDebugString());
    }
  }
  for (const OpenDecision& open : game.Pending()) {
    const v1::Action action = game.Sample(open.side, random);
    const std::unique_ptr<Game> here = game.Clone();
    const auto told_here = here->Act(open.side, action);
    const auto told_there = other->Clone();
    const auto events_there = told_there->Act(open.side, action);
    // The action may reveal, or not be possible in the other world; else it tells the same.
    if (!told_here.ok() || !events_there.ok()) continue;
    const v1::View before = game.ViewFor(observer);
    if (SeenAlong(definition, before, told_here->For(observer)) !=
        SeenAlong(definition, before, events_there->For(observer))) {
      continue;
    }
    if (BytesOf(told_here->For(observer)) != BytesOf(events_there->For(observer))) {
      return differs("events", action.ShortDebugString());
    }
  }
  return absl::OkStatus();
}

absl::Status CheckWords(const RulesetDefinition& definition, const Game& game, Random& random) {
  for (const v1::Observer observer : kObservers) {
    if (definition.Draw(game.ViewFor(observer), {.in_colour = random() % 2 == 0}).empty())
      return Broken("a view can be drawn");
  }
  for (const OpenDecision& open : game.Pending()) {
    const v1::Action action = game.Sample(open.side, random);
    const std::string words = definition.WriteAction(action);
    if (words.empty() || words.find('\n') != std::string::npos) return Broken("an action is a line of words", words);
    const auto read = definition.ReadAction(words);
    if (!read.ok()) return Broken("what was written can be read", absl::StrCat(words, ": ", read.status().ToString()));
    const std::unique_ptr<Game> first = game.Clone();
    const std::unique_ptr<Game> second = game.Clone();
    const auto told = first->Act(open.side, action);
    const auto told_again = second->Act(open.side, *read);
    if (!told.ok() || !told_again.ok() || BytesOf(*told) != BytesOf(*told_again)) {
      return Broken("an action read again is the same action", words);
    }
  }
  return absl::OkStatus();
}

absl::Status CheckNoise(const Game& game, Random& random) {
  const std::string state = StateOf(game);
  for (const v1::Side side : kSides) FLAGFALL_RETURN_IF_ERROR(TryDoubtful(game, state, side, Noise(random)));
  if (game.Clone()->Act(v1::SIDE_UNSPECIFIED, Noise(random)).ok()) return Broken("nobody may act for no side");
  return absl::OkStatus();
}

absl::Status CheckOver(const Game& game, Random& random) {
  if (!game.Outcome().has_value()) return Broken("a game that is over has an outcome");
  if (!game.Pending().empty()) return Broken("a game that is over asks nothing");
  return CheckNoise(game, random);
}

}  // namespace flagfall::contract
