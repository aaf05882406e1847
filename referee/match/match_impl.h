#ifndef REFEREE_MATCH_MATCH_IMPL_H_
#define REFEREE_MATCH_MATCH_IMPL_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "referee/match/match.h"
#include "referee/match/match_recorder.h"
#include "referee/match/seat.h"
#include "referee/rules/game.h"
#include "referee/spectator/spectator_recorder.h"

namespace flagfall {

// What stands behind Match; the public calls are documented there.
//
// The life of a call: what is not open or comes too late is sorted out first; what changes the state is recorded, then
// applied; then either the outcome is there (Finish) or the game's pending decisions are opened for their seats
// (OpenDecisions), and each seat that has something to be told gets one message.
class Match::Impl {
 public:
  Impl(MatchSpec spec, std::unique_ptr<Game> game, Micros now);

  void Connected(v1::Side side, const SeatPreferences& preferences, Micros now);
  void Disconnected(v1::Side side, bool for_good, bool slow_reader, Micros now);
  void DecisionSent(v1::Side side, std::uint32_t decision, Micros now, Micros round_trip);
  // `action_bytes`: the size of the action, which is not looked at, and may be absent, when that is above
  // kActionBytesMax.
  void Acted(v1::Side side, const v1::Act& act, std::size_t action_bytes, Micros now, Micros host_delay);
  void Resigned(v1::Side side, Micros now, Micros host_delay);
  void OfferedDraw(v1::Side side, Micros now, Micros host_delay);
  void AcceptedDraw(v1::Side side, Micros now, Micros host_delay);
  void TimePassed(Micros now, Micros host_delay);
  void Aborted(const v1::Outcome& outcome, Micros now);
  std::optional<Micros> NextDeadline() const;
  void TakeMessages(std::vector<SeatMessage>& messages);
  void KeepPublic() { public_.emplace(); }
  void TakePublic(std::vector<SpectatorEntry>& entries) {
    if (public_.has_value()) public_->Take(entries);
  }
  absl::Status CheckInvariants() const;

  bool HasOpenDecision(v1::Side side) const {
    return !is_over_ && (side == v1::SIDE_RED ? red_ : blue_).open.has_value();
  }
  const MatchSpec& spec() const { return spec_; }
  bool is_over() const { return is_over_; }
  const v1::GameRecord& record() const { return recorder_.record(); }
  v1::GameRecord TakeRecord() { return recorder_.TakeRecord(); }

 private:
  Seat& At(v1::Side side);
  Seat& OpponentAt(v1::Side side);
  // Time never goes back.
  void AdvanceTo(Micros now);
  // The delay, not below 0 and not longer than the match.
  Micros Bounded(Micros host_delay) const;
  // Whether the seat may speak now. If not, and there is somebody to hear it, an error has been sent.
  bool MaySpeak(const Seat& seat, std::uint32_t decision);
  bool IsLate(const Seat& seat, Micros host_delay) const;

  // Messages.
  void Send(const Seat& seat, v1::PlayResponse message, std::uint32_t decision = 0);
  void SendError(const Seat& seat, v1::GameError::Code code, std::uint32_t decision, absl::string_view clause,
                 absl::string_view text);
  void DropMessagesFor(v1::Side side);
  void FillDecision(Seat& seat, v1::DecisionRequired& decision);
  void SendDecision(Seat& seat);
  void SendResumed(Seat& seat);
  void SendUntoldEvents();

  // Transitions.
  void Begin();
  // What the game tells of an action, for the record and for the seats; the spectator's events are left.
  void Happened(ObserverEvents& events);
  // For the public, where it is kept: what has just happened to that side's clock.
  SpectatorEntry SpectatorEntryOf(SpectatorEntry::Kind kind, const Seat& seat, v1::DecisionKind decision) const;
  // To the end, or to the next decisions.
  void GoOn();
  void OpenDecisions();
  bool ActionIsOpen(const Seat& seat, const v1::Act& act);
  v1::Acted* RecordActed(Seat& seat, const v1::Act& act, std::size_t action_bytes, Micros host_delay);
  void Illegal(Seat& seat, const absl::Status& why);
  // `used`: of the seat's clock.
  void Accepted(Seat& seat, Micros used, ObserverEvents events);
  std::optional<v1::Outcome> OutcomeNow() const;
  // Why the policy has no draw offers now; empty when it has.
  std::string DrawOfferRefusal() const;
  // The kind of its open decision, or else of its next one, as far as its clock depends on it.
  v1::DecisionKind NextKindOf(const Seat& seat) const;

  // Ends.
  void FlagFell(const Seat& seat, Micros host_delay);
  void Lose(v1::Side loser, v1::Reason reason, absl::string_view detail);
  void Finish(const v1::Outcome& outcome);

  const MatchSpec spec_;
  const Micros began_at_;
  const std::unique_ptr<Game> game_;
  Recorder recorder_;
  Seat red_;
  Seat blue_;
  Micros now_;
  // Both have come, and have been told that the game began.
  bool has_begun_ = false;
  bool is_over_ = false;
  std::vector<SeatMessage> messages_;
  // Absent unless somebody wants it.
  std::optional<SpectatorRecorder> public_;
};

}  // namespace flagfall

#endif  // REFEREE_MATCH_MATCH_IMPL_H_
