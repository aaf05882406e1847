#ifndef REFEREE_MATCH_MATCH_H_
#define REFEREE_MATCH_MATCH_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/record.pb.h"
#include "referee/base/micros.h"
#include "referee/match/match_recorder.h"
#include "referee/match/match_spec.h"
#include "referee/match/seat.h"
#include "referee/match/seat_messages.h"
#include "referee/rules/game.h"
#include "referee/spectator/spectator_recorder.h"

namespace flagfall {

// Makes a new game before its set-ups: NewGame of the catalogue, or a game of one's own.
using GameFactory =
    std::function<absl::StatusOr<std::unique_ptr<Game>>(const v1::Ruleset& ruleset, absl::string_view seed)>;

// One game between two seats: a state machine without I/O. What happens and the time come in by the calls; messages for
// the seats, the next deadline and in the end the record come out. Every rule about time, disconnection, retry and
// forfeit lives here and nowhere else. A match may be used by one thread at a time.
//
// `now` is microseconds since an origin of the caller's choice and never goes back. After the game is over all calls
// are without effect. Calls that do not fit the state (an action for a decision that is not open, say) are answered
// with a game_error to the seat and change nothing. Sides are red or blue.
//
// A decision's clock starts when the decision is open and this side is able to send it (protocol 2.2): when its message
// was written, or when nothing but the bot keeps it from being written. The caller says so by DecisionSent, also for a
// bot that is away: a match starts no clock by itself. A bot can answer only a decision whose message has left.
//
// `host_delay` is how long the host itself took to pick up what came in; it is charged to nobody (protocol 2.2). A bot
// that would lose on time while it is above the policy's maximum has not lost: the game is void (protocol 2.5).
// Lateness that players caused themselves voids nothing for them: the caller takes the time that their own input cost
// the host off every `host_delay` before it hands it in, and the match looks at nothing else.
//
// Inside, each call goes the same way: what is not open or comes too late is sorted out first; what changes the state
// is recorded, then applied; then either the outcome is there (Finish) or the game's pending decisions are opened for
// their seats (GoOn), and each seat that has something to be told gets one message.
class Match {
 public:
  // A match of a ruleset of the catalogue. Errors as NewGame's, and INVALID_ARGUMENT for an impossible time control or
  // policy, or given set-ups that the game does not take.
  static absl::StatusOr<std::unique_ptr<Match>> Create(MatchSpec spec, Micros now);
  // A match of the factory's game; spec.ruleset goes to it and into the record as it is. Without `writes_messages`
  // TakeMessages gives nothing, for a caller that wants the record alone.
  static absl::StatusOr<std::unique_ptr<Match>> Create(MatchSpec spec, const GameFactory& factory, Micros now,
                                                       bool writes_messages = true);
  Match(const Match&) = delete;
  Match& operator=(const Match&) = delete;

  // The seat's bot is there, for the first time or again. If it was there already, it has gone and come back. Play
  // begins when both bots have come once.
  void Connected(v1::Side side, const SeatPreferences& preferences, Micros now);
  // The seat's bot has gone. `for_good`: it cannot come back (its process has ended), so no grace is given; if it had
  // never come, it has forfeited. `slow_reader`: see SlowReader.
  void Disconnected(v1::Side side, bool for_good, Micros now, bool slow_reader = false);
  // The bot did not read its messages: its outbox is full. It has lost.
  void SlowReader(v1::Side side, Micros now) { Disconnected(side, /*for_good=*/false, now, /*slow_reader=*/true); }

  // The message that opens the decision was written to the bot's socket, or nothing but the bot keeps it from being
  // written: its HTTP/2 window, its socket's buffer, its absence. The decision's clock starts, unless it runs already.
  // `round_trip` is how long a message takes to the bot and back, which decides what the lag reserve gives back
  // (policy.lag_gain_micros); it counts only where the clock starts, so that waiting for the bot earns no more.
  // `has_left`: the whole message has left this machine, so that the bot can have read it. To be called again for the
  // message with which the decision is told to a bot that has come back.
  void DecisionSent(v1::Side side, std::uint32_t decision, Micros now, Micros round_trip = Micros(0),
                    bool has_left = true);
  // A message that had not left when DecisionSent was called for it has left since. To be called before anything that
  // the bot sent after that is handed in.
  void DecisionLeft(v1::Side side, std::uint32_t decision);

  // An action for a decision whose message has not left is answered with an error: its bot knows of the decision, if at
  // all, from somewhere else.
  void Acted(v1::Side side, const v1::Act& act, Micros now, Micros host_delay);
  // As Acted with an action of so many bytes, above kActionBytesMax (match_limits.h); it is not kept, and it is
  // illegal.
  void ActedOversized(v1::Side side, const v1::Act& act_without_action, std::size_t action_bytes, Micros now,
                      Micros host_delay);
  void Resigned(v1::Side side, Micros now, Micros host_delay = Micros(0));
  void OfferedDraw(v1::Side side, Micros now, Micros host_delay = Micros(0));
  void AcceptedDraw(v1::Side side, Micros now, Micros host_delay = Micros(0));

  // The host looks at the clock, and whatever is due at `now` happens. Must be called at NextDeadline or soon after it,
  // and after all that had come by then was handed in. `host_delay` is how late the host is by its own fault, as far as
  // it knows: without what the input of either player has cost it since the deadline.
  void TimePassed(Micros now, Micros host_delay);

  // The host stood still for so long up to `now`, by no fault of either player: it was stopped, or frozen, or halted.
  // That time is given back to every clock and grace, as far as it ran in it; so a player who has lost on time
  // nevertheless has lost by itself. To be called before anything that came in meanwhile is handed in, and the time is
  // then no part of any `host_delay`.
  void HostStoodStill(Micros now, Micros stood);
  // For how long the host has stood still while the clock of the player's open decision ran.
  Micros StoodStill(v1::Side side) const { return (side == v1::SIDE_RED ? red_ : blue_).clock.stood_still(); }

  // The host ends the match, for a bot that does not come or of its own accord. Its reasons are forfeit_no_show,
  // aborted_by_host, host_late and supervisor_killed. Another reason becomes aborted_by_host, and a missing result
  // becomes void.
  void Aborted(const v1::Outcome& outcome, Micros now);

  // The time at which TimePassed has something to do next; absent when nothing is due.
  std::optional<Micros> NextDeadline() const;

  // Moves the messages that have arisen since the last call to the end of `messages`, in order.
  void TakeMessages(std::vector<SeatMessage>& messages) { messages_.Take(messages); }

  // Keeps from now on what is public of the game, for TakePublic; to be called before any bot comes.
  void KeepPublic() { public_.emplace(); }
  // Moves what has become public since the last call to the end of `entries`, in order.
  void TakePublic(std::vector<SpectatorEntry>& entries) {
    if (public_.has_value()) public_->Take(entries);
  }

  // The number of the decision that is open for the player; 0 when none is.
  std::uint32_t OpenDecisionNumber(v1::Side side) const;

  // The spec by which the match is played, with every option of the ruleset.
  const MatchSpec& Spec() const { return spec_; }

  bool IsOver() const { return state_ == State::kOver; }
  // Complete once the match is over.
  const v1::GameRecord& Record() const { return recorder_.record(); }
  // Moves the record out, once the match is over; Record is empty after it.
  v1::GameRecord TakeRecord() { return recorder_.TakeRecord(); }

  // INTERNAL when something that must always hold does not; for tests, after each call.
  absl::Status CheckInvariants() const;

 private:
  enum class State {
    // A bot has not come yet, and nobody has been told that the game began.
    kWaiting,
    kPlaying,
    kOver,
  };

  Match(MatchSpec spec, std::unique_ptr<Game> game, Micros now);

  Seat& At(v1::Side side);
  Seat& OpponentOf(const Seat& seat) { return &seat == &red_ ? blue_ : red_; }
  // Time never goes back. Returns the host's delay, not below 0 and, with what the host stood still while the clock of
  // `seat` ran, not longer than the match.
  Micros AdvanceTo(Micros now, Micros host_delay = Micros(0), const Seat* seat = nullptr);

  // What a bot does.
  // `action_bytes`: the size of the action, which is not looked at, and may be absent, when that is above
  // kActionBytesMax.
  void Act(v1::Side side, const v1::Act& act, std::size_t action_bytes, Micros now, Micros host_delay);
  // Whether the seat may speak now. If not, and there is somebody to hear it, an error has been sent.
  bool MaySpeak(const Seat& seat, std::uint32_t decision);
  // Whether the action answers the seat's open decision, of which the bot was told. If not, an error has been sent,
  // unless it is a repetition.
  bool AnswersOpenDecision(const Seat& seat, const v1::Act& act);
  void Illegal(Seat& seat, const absl::Status& why);
  // `used`: what the action took off the seat's clock.
  void Accepted(Seat& seat, Micros used, ObserverEvents events);

  // What follows from it.
  void Begin();
  // Notes what the game tells of an action, for the record and for the seats; the spectator's events are left.
  void Happened(ObserverEvents& events);
  // Ends the match if its outcome is there, and otherwise opens the next decisions.
  void GoOn();
  // The public's entry for what has just happened to that seat's clock.
  SpectatorEntry PublicEntry(SpectatorEntry::Kind kind, const Seat& seat, v1::DecisionKind decision) const;

  // Ends.
  // The seat has lost by time, for one of the reasons of NextDue, unless the host was so late that nobody has.
  void LoseByTime(const Seat& seat, v1::Reason reason, Micros host_delay);
  void Finish(const v1::Outcome& outcome);

  const MatchSpec spec_;
  const Micros began_at_;
  const std::unique_ptr<Game> game_;
  State state_ = State::kWaiting;
  Micros now_;
  Seat red_;
  Seat blue_;
  SeatMessages messages_;
  MatchRecorder recorder_;
  // Absent unless the host wants it.
  std::optional<SpectatorRecorder> public_;
};

}  // namespace flagfall

#endif  // REFEREE_MATCH_MATCH_H_
