#include "referee/match/match_recorder.h"

#include <utility>

namespace flagfall {

Recorder::Recorder(v1::GameRecord header, Micros began_at) : began_at_(began_at), record_(std::move(header)) {}

void Recorder::DecisionSent(v1::Side side, std::uint32_t decision, Micros now, Micros round_trip) {
  sents_.push_back({.side = side, .decision = decision, .at = now, .round_trip = round_trip});
}

v1::Acted* Recorder::Acted(v1::Side side, Micros now) {
  const bool with_sent = sents_.size() == 1 && sents_[0].side == side;
  const Sent sent = with_sent ? sents_[0] : Sent();
  if (with_sent) sents_.clear();
  v1::Acted* acted = Entry(side, now)->mutable_acted();
  if (with_sent) {
    acted->set_sent_micros((sent.at - began_at_).count());
    acted->set_round_trip_micros(sent.round_trip.count());
  }
  return acted;
}

v1::RecordEntry* Recorder::Entry(v1::Side side, Micros now) {
  AppendSents();
  return Append(side, now);
}

void Recorder::Events(const ObserverEvents& events, std::string& red_resumed, std::string& blue_resumed) {
  red_.Add(events.red, &red_resumed);
  blue_.Add(events.blue, &blue_resumed);
  spectator_.Add(events.spectator);
}

void Recorder::Over(const v1::Outcome& outcome, std::uint32_t plies) {
  *record_.mutable_outcome() = outcome;
  record_.set_plies(plies);
  record_.set_red_events_sha256(red_.Digest());
  record_.set_blue_events_sha256(blue_.Digest());
  record_.set_spectator_events_sha256(spectator_.Digest());
}

v1::RecordEntry* Recorder::Append(v1::Side side, Micros at) {
  v1::RecordEntry* entry = record_.add_entries();
  entry->set_at_micros((at - began_at_).count());
  entry->set_side(side);
  return entry;
}

void Recorder::AppendSents() {
  for (const Sent& sent : sents_) {
    v1::DecisionSent& entry = *Append(sent.side, sent.at)->mutable_decision_sent();
    entry.set_decision(sent.decision);
    entry.set_round_trip_micros(sent.round_trip.count());
  }
  sents_.clear();
}

}  // namespace flagfall
