#include "referee/match/match_recorder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/string_view.h"
#include "referee/match/match_limits.h"
#include "referee/match/match_messages.h"

namespace flagfall {
namespace {

bool AreFewEnough(const v1::Beliefs& beliefs) {
  return beliefs.pieces_size() <= kBeliefPiecesMax &&
         std::all_of(beliefs.pieces().begin(), beliefs.pieces().end(),
                     [](const v1::PieceBelief& belief) { return belief.weights_size() <= kBeliefWeightsMax; });
}

}  // namespace

MatchRecorder::MatchRecorder(v1::GameRecord header, Micros began_at)
    : began_at_(began_at), record_(std::move(header)) {}

void MatchRecorder::DecisionSent(v1::Side side, std::uint32_t decision, Micros now, Micros round_trip) {
  unwritten_.push_back({.side = side, .decision = decision, .at = now, .round_trip = round_trip});
}

v1::Acted& MatchRecorder::Acted(v1::Side side, const v1::Act& act, std::size_t action_bytes, Micros host_delay,
                                Micros now) {
  const bool with_sent = unwritten_.size() == 1 && unwritten_[0].side == side;
  const SentDecision sent = with_sent ? unwritten_[0] : SentDecision();
  if (with_sent) unwritten_.clear();
  v1::Acted& acted = *Entry(side, now)->mutable_acted();
  if (with_sent) {
    acted.set_sent_micros((sent.at - began_at_).count());
    acted.set_round_trip_micros(sent.round_trip.count());
  }
  acted.set_decision(act.decision());
  acted.set_host_delay_micros(host_delay.count());
  KeptBytes& kept = kept_[side == v1::SIDE_BLUE];
  if (action_bytes > kActionBytesMax) {
    acted.set_oversized_action_bytes(static_cast<std::uint32_t>(action_bytes));
  } else if (act.has_action()) {
    *acted.mutable_action() = act.action();
    kept.actions += action_bytes;
    if (kept.actions > kActionBytesOfGameMax) acted.mutable_action()->DiscardUnknownFields();
  }
  if (!act.comment().empty()) {
    const std::size_t room = std::min(kCommentBytesMax, kCommentBytesOfGameMax - kept.comments);
    const absl::string_view comment = CutToBytes(act.comment(), room);
    acted.set_comment(comment.data(), comment.size());
    kept.comments += comment.size();
  }
  if (act.has_beliefs()) KeepBeliefs(act.beliefs(), kept, acted);
  return acted;
}

void MatchRecorder::KeepBeliefs(const v1::Beliefs& beliefs, KeptBytes& kept, v1::Acted& acted) {
  if (!AreFewEnough(beliefs)) return;
  v1::Beliefs& own = *acted.mutable_beliefs();
  own = beliefs;
  own.DiscardUnknownFields();
  const std::size_t bytes = own.ByteSizeLong() + kBeliefPieceBytes * static_cast<std::size_t>(own.pieces_size());
  if (bytes > kBeliefBytesOfGameMax - kept.beliefs) return acted.clear_beliefs();
  kept.beliefs += bytes;
}

v1::RecordEntry* MatchRecorder::Entry(v1::Side side, Micros now) {
  AppendUnwritten();
  return Append(side, now);
}

void MatchRecorder::Events(const ObserverEvents& events, std::string* red_resumption, std::string* blue_resumption) {
  red_.Add(events.red, red_resumption);
  blue_.Add(events.blue, blue_resumption);
  spectator_.Add(events.spectator);
}

void MatchRecorder::Over(const v1::Outcome& outcome, std::uint32_t plies) {
  *record_.mutable_outcome() = outcome;
  record_.set_plies(plies);
  record_.set_red_events_sha256(red_.Digest());
  record_.set_blue_events_sha256(blue_.Digest());
  record_.set_spectator_events_sha256(spectator_.Digest());
}

v1::RecordEntry* MatchRecorder::Append(v1::Side side, Micros at) {
  v1::RecordEntry* entry = record_.add_entries();
  entry->set_at_micros((at - began_at_).count());
  entry->set_side(side);
  return entry;
}

void MatchRecorder::AppendUnwritten() {
  for (const SentDecision& sent : unwritten_) {
    v1::DecisionSent& entry = *Append(sent.side, sent.at)->mutable_decision_sent();
    entry.set_decision(sent.decision);
    entry.set_round_trip_micros(sent.round_trip.count());
  }
  unwritten_.clear();
}

}  // namespace flagfall
