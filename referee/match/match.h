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
#include "referee/rules/game.h"
#include "referee/spectator/spectator_recorder.h"

namespace flagfall {

// What a match is about.
struct MatchSpec {
  std::string game_id;
  v1::Ruleset ruleset;
  // 32 bytes.
  std::string seed;
  v1::Player red;
  v1::Player blue;
  v1::TimeControl time_control;
  v1::MatchPolicy policy;
  // Of a host that sets up for the players; they are told by the same events as if they had done it themselves.
  v1::GivenSetUps given_set_ups = {};
  // Wall clock at the start, for the record only; microseconds since 1970.
  Micros start_time{};
};

// How the bot at a seat wants to be told things (v1::Hello).
struct SeatPreferences {
  bool wants_legal_actions = false;
  bool wants_events_at_once = false;
};

// A message for one seat.
struct SeatMessage {
  v1::Side side = v1::SIDE_UNSPECIFIED;
  // The number of the decision that it opens for the seat; 0 when it opens none. Once such a message has been handed to
  // the transport, DecisionSent must be called: the clock starts there.
  std::uint32_t decision = 0;
  v1::PlayResponse message;
};

// Makes a new game before its set-ups: NewGame of the catalogue, or a game of one's own.
using GameFactory =
    std::function<absl::StatusOr<std::unique_ptr<Game>>(const v1::Ruleset& ruleset, absl::string_view seed)>;

// One game between two seats: a state machine without I/O. What happens and the time come in by the calls; messages for
// the seats, the next deadline and in the end the record come out. Every rule about time, disconnection, retry and
// forfeit lives here and nowhere else.
//
// `now` is microseconds since an origin of the caller's choice and never goes back. After the game is over all calls
// are without effect. Calls that do not fit the state (an action for a decision that is not open, say) are answered
// with a game_error to the seat and change nothing. Sides are red or blue.
//
// `host_delay` is how long the host itself took to pick up what came in; it is charged to nobody (protocol 2.2). A bot
// that would lose on time while it is above the policy's maximum has not lost: the game is void (protocol 2.5).
class Match {
 public:
  // A match of a ruleset of the catalogue. Errors as NewGame's, and INVALID_ARGUMENT for an impossible time control or
  // policy, or given set-ups that the game does not take.
  static absl::StatusOr<std::unique_ptr<Match>> Create(MatchSpec spec, Micros now);
  // A match of the factory's game; spec.ruleset goes to it and into the record as it is.
  static absl::StatusOr<std::unique_ptr<Match>> Create(MatchSpec spec, const GameFactory& factory, Micros now);
  ~Match();

  // The seat's bot is there: at first, or again (a bot that was there already has gone and come back). Play begins when
  // both have come once.
  void Connected(v1::Side side, const SeatPreferences& preferences, Micros now);
  // The seat's bot has gone. `for_good`: it cannot come back (its process has ended), so no grace is given; if it had
  // never come, it has forfeited.
  void Disconnected(v1::Side side, bool for_good, Micros now);
  // The bot did not read its messages: its outbox is full. It has lost.
  void SlowReader(v1::Side side, Micros now);

  // The message that opens the decision was handed to the transport: its clock starts. `round_trip`: how long a message
  // takes to the bot and back, for what is given back from the lag reserve (policy.lag_gain_micros).
  void DecisionSent(v1::Side side, std::uint32_t decision, Micros now, Micros round_trip = Micros(0));

  void Acted(v1::Side side, const v1::Act& act, Micros now, Micros host_delay);
  // As Acted with an action of so many bytes, above kActionBytesMax (limits.h); it is not kept, and it is illegal.
  void ActedOversized(v1::Side side, const v1::Act& act_without_action, std::size_t action_bytes, Micros now,
                      Micros host_delay);
  void Resigned(v1::Side side, Micros now, Micros host_delay = Micros(0));
  void OfferedDraw(v1::Side side, Micros now, Micros host_delay = Micros(0));
  void AcceptedDraw(v1::Side side, Micros now, Micros host_delay = Micros(0));

  // The host looks at the clock; whatever is due at `now` happens. To be called at NextDeadline, or a little later.
  // `host_delay`: how late the host is by its own fault, as far as it knows.
  void TimePassed(Micros now, Micros host_delay);

  // The host ends the match: a no-show, an abort. A result or reason that a host cannot declare becomes void and
  // `aborted_by_host`; its own are forfeit_no_show, aborted_by_host and host_late.
  void Aborted(const v1::Outcome& outcome, Micros now);

  // When TimePassed has something to do next; absent when nothing is due.
  std::optional<Micros> NextDeadline() const;

  // Moves the messages that have arisen since the last call to the end of `messages`, in order.
  void TakeMessages(std::vector<SeatMessage>& messages);

  // Keeps from now on what is public of the game, for TakePublic; to be called before anybody comes.
  void KeepPublic();
  // Moves what has become public since the last call to the end of `entries`, in order.
  void TakePublic(std::vector<SpectatorEntry>& entries);

  // Whether the game waits for the player's action.
  bool HasOpenDecision(v1::Side side) const;

  // With every option of the ruleset.
  const MatchSpec& Spec() const;

  bool IsOver() const;
  // Complete once the match is over.
  const v1::GameRecord& Record() const;
  // Moves the record out, once the match is over; Record is empty after it.
  v1::GameRecord TakeRecord();

  // INTERNAL when something that must always hold does not; for tests, after each call.
  absl::Status CheckInvariants() const;

 private:
  class Impl;
  explicit Match(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace flagfall

#endif  // REFEREE_MATCH_MATCH_H_
