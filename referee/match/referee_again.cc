#include "referee/match/referee_again.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "referee/base/status_macros.h"
#include "referee/match/match_limits.h"
#include "referee/match/match_messages.h"
#include "referee/rules/catalogue.h"

namespace flagfall {
namespace {

constexpr std::size_t kShownBytesMax = 400;
// 9999-12-31T23:59:59Z, the last second that a protobuf timestamp may name.
constexpr std::int64_t kLastSecond = 253'402'300'799;

std::string Shown(const google::protobuf::Message& message) {
  const std::string text = message.ShortDebugString();
  const absl::string_view cut = CutToBytes(text, kShownBytesMax);
  return absl::StrCat("{", cut, cut.size() < text.size() ? " ..." : "", "}");
}

// None of the messages has a map, so equal messages have equal bytes.
bool Same(const google::protobuf::Message& a, const google::protobuf::Message& b) {
  return a.SerializeAsString() == b.SerializeAsString();
}

absl::Status Differs(absl::string_view what, absl::string_view recorded, absl::string_view again) {
  return absl::DataLossError(absl::StrCat(what, ": recorded ", recorded, ", refereed again ", again));
}

std::string EntryName(int index, int size) { return absl::StrCat("entry ", index + 1, " of ", size); }

bool IsPlayer(v1::Side side) { return side == v1::SIDE_RED || side == v1::SIDE_BLUE; }

// How long the host took or stood still, where the entry says it.
std::int64_t HostDelayOf(const v1::RecordEntry& entry) {
  switch (entry.kind_case()) {
    case v1::RecordEntry::kActed:
      return entry.acted().host_delay_micros();
    case v1::RecordEntry::kResigned:
      return entry.resigned().host_delay_micros();
    case v1::RecordEntry::kOfferedDraw:
      return entry.offered_draw().host_delay_micros();
    case v1::RecordEntry::kAcceptedDraw:
      return entry.accepted_draw().host_delay_micros();
    case v1::RecordEntry::kTimePassed:
      return entry.time_passed().host_delay_micros();
    case v1::RecordEntry::kConnected:
    case v1::RecordEntry::kDisconnected:
    case v1::RecordEntry::kAborted:
    case v1::RecordEntry::kDecisionSent:
    case v1::RecordEntry::KIND_NOT_SET:
      return 0;
    case v1::RecordEntry::kHostStoodStill:
      return entry.host_stood_still().micros();
  }
  return 0;
}

// Whether the entry could have come from a match at all, so that it can be handed to one.
absl::Status CheckEntry(const v1::RecordEntry& entry, std::int64_t earliest_micros) {
  const std::int64_t at = entry.at_micros();
  if (at < earliest_micros || at > kMatchLengthMax.count()) {
    return absl::InvalidArgumentError(absl::StrCat("at_micros is ", at, "; it must be between ", earliest_micros,
                                                   ", the time of the entry before, and ", kMatchLengthMax.count()));
  }
  if (entry.kind_case() == v1::RecordEntry::KIND_NOT_SET) {
    return absl::InvalidArgumentError("it says nothing that this referee knows; an entry holds acted, resigned, ...");
  }
  const bool is_hosts = entry.has_time_passed() || entry.has_aborted() || entry.has_host_stood_still();
  if (is_hosts ? entry.side() != v1::SIDE_UNSPECIFIED : !IsPlayer(entry.side())) {
    return absl::InvalidArgumentError(absl::StrCat("side is ", static_cast<int>(entry.side()), "; it must be ",
                                                   is_hosts ? "absent, the host's" : "red or blue"));
  }
  if (HostDelayOf(entry) < 0 || HostDelayOf(entry) > at) {
    return absl::InvalidArgumentError(
        absl::StrCat(entry.has_host_stood_still() ? "host_stood_still.micros is " : "host_delay_micros is ",
                     HostDelayOf(entry), "; it must be between 0 and at_micros"));
  }
  if (!entry.has_acted()) return absl::OkStatus();
  const v1::Acted& acted = entry.acted();
  if (acted.has_sent_micros() && (acted.sent_micros() < earliest_micros || acted.sent_micros() > at)) {
    return absl::InvalidArgumentError(absl::StrCat("sent_micros is ", acted.sent_micros(), "; it must be between ",
                                                   earliest_micros, ", the time of the entry before, and at_micros"));
  }
  if (acted.oversized_action_bytes() > 0 && (acted.oversized_action_bytes() <= kActionBytesMax || acted.has_action())) {
    return absl::InvalidArgumentError(
        absl::StrCat("oversized_action_bytes stands instead of an action of more than ", kActionBytesMax, " bytes"));
  }
  return absl::OkStatus();
}

// The host's delay as it came into the match, which knows for how long the host has stood still besides.
Micros DelayAlone(const v1::RecordEntry& entry, const Match& match) {
  const Micros delay(HostDelayOf(entry));
  return IsPlayer(entry.side()) ? std::max(delay - match.StoodStill(entry.side()), Micros(0)) : delay;
}

// An action stands in a record only if the message of its decision had left, so a record need not say when that was:
// whatever was sent is taken to have left at once.
//
// `act` is used again for each action; it has the game's id.
void FeedActed(const v1::RecordEntry& entry, v1::Act& act, Match& match) {
  const v1::Acted& acted = entry.acted();
  const Micros now(entry.at_micros());
  if (acted.has_sent_micros()) {
    match.DecisionSent(entry.side(), acted.decision(), Micros(acted.sent_micros()), Micros(acted.round_trip_micros()));
  }
  const Micros host_delay = DelayAlone(entry, match);
  act.set_decision(acted.decision());
  act.set_comment(acted.comment());
  if (acted.has_beliefs()) {
    *act.mutable_beliefs() = acted.beliefs();
  } else {
    act.clear_beliefs();
  }
  if (acted.oversized_action_bytes() > 0) {
    return match.ActedOversized(entry.side(), act, acted.oversized_action_bytes(), now, host_delay);
  }
  if (!acted.has_action()) return match.Acted(entry.side(), act, now, host_delay);
  // Lent, since the match copies it anyway.
  act.unsafe_arena_set_allocated_action(const_cast<v1::Action*>(&acted.action()));
  match.Acted(entry.side(), act, now, host_delay);
  act.unsafe_arena_release_action();
}

void Feed(const v1::RecordEntry& entry, v1::Act& act, Match& match) {
  const Micros now(entry.at_micros());
  const Micros host_delay = DelayAlone(entry, match);
  switch (entry.kind_case()) {
    case v1::RecordEntry::kActed:
      return FeedActed(entry, act, match);
    case v1::RecordEntry::kResigned:
      return match.Resigned(entry.side(), now, host_delay);
    case v1::RecordEntry::kOfferedDraw:
      return match.OfferedDraw(entry.side(), now, host_delay);
    case v1::RecordEntry::kAcceptedDraw:
      return match.AcceptedDraw(entry.side(), now, host_delay);
    case v1::RecordEntry::kConnected:
      return match.Connected(entry.side(), {}, now);
    case v1::RecordEntry::kDisconnected:
      if (entry.disconnected().slow_reader()) return match.SlowReader(entry.side(), now);
      return match.Disconnected(entry.side(), entry.disconnected().for_good(), now);
    case v1::RecordEntry::kTimePassed:
      return match.TimePassed(now, host_delay);
    case v1::RecordEntry::kAborted:
      return match.Aborted(entry.aborted().outcome(), now);
    case v1::RecordEntry::kDecisionSent:
      return match.DecisionSent(entry.side(), entry.decision_sent().decision(), now,
                                Micros(entry.decision_sent().round_trip_micros()));
    case v1::RecordEntry::kHostStoodStill:
      return match.HostStoodStill(now, Micros(entry.host_stood_still().micros()));
    case v1::RecordEntry::KIND_NOT_SET:
      return;
  }
}

absl::Status FeedAll(const v1::GameRecord& record, Match& match) {
  std::int64_t earliest_micros = 0;
  v1::Act act;
  act.set_game_id(record.game_id());
  for (int i = 0; i < record.entries_size(); ++i) {
    const v1::RecordEntry& entry = record.entries(i);
    if (const absl::Status status = CheckEntry(entry, earliest_micros); !status.ok()) {
      return absl::InvalidArgumentError(absl::StrCat(EntryName(i, record.entries_size()), ": ", status.message()));
    }
    earliest_micros = entry.at_micros();
    if (match.IsOver()) {
      return Differs(EntryName(i, record.entries_size()), Shown(entry),
                     absl::StrCat("the game was over before it: ", Shown(match.Record().outcome())));
    }
    Feed(entry, act, match);
  }
  return absl::OkStatus();
}

absl::Status CompareEntries(const v1::GameRecord& record, const v1::GameRecord& again) {
  for (int i = 0; i < record.entries_size(); ++i) {
    if (i >= again.entries_size()) {
      return Differs(EntryName(i, record.entries_size()), Shown(record.entries(i)),
                     again.has_outcome() ? "nothing: it changed nothing" : "nothing, and the game is still on");
    }
    if (!Same(record.entries(i), again.entries(i))) {
      return Differs(EntryName(i, record.entries_size()), Shown(record.entries(i)), Shown(again.entries(i)));
    }
  }
  if (again.entries_size() == record.entries_size()) return absl::OkStatus();
  return Differs("after the last entry", "nothing", Shown(again.entries(record.entries_size())));
}

absl::Status Compare(const v1::GameRecord& record, const v1::GameRecord& again) {
  // Almost all records are the same, and nothing has to be found in them.
  if (again.has_outcome() && Same(record, again)) return absl::OkStatus();
  FLAGFALL_RETURN_IF_ERROR(CompareEntries(record, again));
  if (!again.has_outcome()) {
    return Differs("outcome", Shown(record.outcome()), "none: after the last entry the game is still on");
  }
  if (!Same(record.outcome(), again.outcome())) {
    return Differs("outcome", Shown(record.outcome()), Shown(again.outcome()));
  }
  if (record.red_events_sha256() != again.red_events_sha256() ||
      record.blue_events_sha256() != again.blue_events_sha256() ||
      record.spectator_events_sha256() != again.spectator_events_sha256()) {
    return absl::DataLossError("the digests of the observers' events are not those of the game refereed again");
  }
  v1::GameRecord header = record;
  header.clear_entries();
  v1::GameRecord header_again = again;
  header_again.clear_entries();
  return Differs("the record outside of its entries", Shown(header), Shown(header_again));
}

// The spec of the match that the record tells of, but for its start.
MatchSpec SpecOf(const v1::GameRecord& record) {
  return {.game_id = record.game_id(),
          .ruleset = record.ruleset(),
          .seed = record.seed(),
          .red = record.red(),
          .blue = record.blue(),
          .time_control = record.time_control(),
          .policy = record.policy(),
          .given_set_ups = record.given_set_ups(),
          .time_control_scale =
              record.has_time_control_scale() ? std::optional(record.time_control_scale()) : std::nullopt};
}

Micros StartTimeOf(const v1::GameRecord& record) {
  return Micros(record.start_time().seconds() * 1'000'000 + record.start_time().nanos() / 1000);
}

absl::Status CheckHeader(const v1::GameRecord& record) {
  const auto& start = record.start_time();
  if (start.seconds() >= 0 && start.seconds() <= kLastSecond && start.nanos() >= 0 && start.nanos() < 1'000'000'000) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError("start_time is no time between 1970 and 9999");
}

absl::Status RefereeBy(MatchSpec spec, const v1::GameRecord& record, const GameFactory& factory) {
  FLAGFALL_RETURN_IF_ERROR(CheckHeader(record));
  spec.start_time = StartTimeOf(record);
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Match> match,
                            Match::Create(std::move(spec), factory, Micros(0), /*writes_messages=*/false));
  FLAGFALL_RETURN_IF_ERROR(FeedAll(record, *match));
  v1::GameRecord again = match->TakeRecord();
  // What the bots used of their host is no part of the game.
  if (record.has_red_use()) *again.mutable_red_use() = record.red_use();
  if (record.has_blue_use()) *again.mutable_blue_use() = record.blue_use();
  return Compare(record, again);
}

}  // namespace

absl::Status RefereeAgain(const v1::GameRecord& record) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Ruleset complete, CompleteRuleset(record.ruleset()));
  if (!Same(complete, record.ruleset())) {
    return absl::DataLossError("ruleset: a record lists every option of its ruleset once, ordered by name");
  }
  return RefereeAgain(record, NewGame);
}

absl::Status RefereeAgain(const v1::GameRecord& record, const GameFactory& factory) {
  return RefereeBy(SpecOf(record), record, factory);
}

absl::Status RefereeAgain(const v1::GameRecord& record, MatchSpec spec) {
  return RefereeBy(std::move(spec), record, NewGame);
}

}  // namespace flagfall
