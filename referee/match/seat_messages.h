#ifndef REFEREE_MATCH_SEAT_MESSAGES_H_
#define REFEREE_MATCH_SEAT_MESSAGES_H_

#include <google/protobuf/repeated_ptr_field.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/game.pb.h"
#include "referee/base/micros.h"
#include "referee/match/match_spec.h"
#include "referee/rules/game.h"

namespace flagfall {

// How the bot at a seat wants to be told things (v1::Hello).
struct SeatPreferences {
  bool wants_legal_actions = false;
  bool wants_events_at_once = false;
};

// A message for one seat.
struct SeatMessage {
  v1::Side side = v1::SIDE_UNSPECIFIED;
  // The number of the decision that it opens for the seat; 0 when it opens none. Once such a message was written, or
  // only the bot keeps it from being written, Match::DecisionSent must be called: the clock starts there.
  std::uint32_t decision = 0;
  v1::PlayResponse message;
};

// An open decision as its player is told of it.
struct DecisionNews {
  std::uint32_t number = 0;
  v1::DecisionKind kind = v1::DECISION_KIND_UNSPECIFIED;
  Micros own_clock{};
  Micros opponent_clock{};
};

// Writes a match's messages to its two seats, so that each player is told what it may know and nothing else. A player
// gets at most one message for each ply (protocol 1.3): events wait and go with the player's next decision, unless its
// bot wants them at once. While a bot is away nothing is written for it; when it comes back, one message (Resumed)
// tells it all that it has missed.
//
// Belongs to one Match, and reads that match's game while it writes.
class SeatMessages {
 public:
  // Both must outlive this.
  SeatMessages(const MatchSpec& spec, const Game& game) : spec_(spec), game_(game) {}

  // Nobody reads the messages, so that none is written from now on. To be called before any bot comes.
  void WriteNone() {
    for (Recipient& recipient : recipients_) recipient.is_told_nothing = true;
  }

  // The side's bot is there: messages are written for it from now on.
  void Connect(v1::Side side, const SeatPreferences& preferences);
  // The side's bot has gone: what was written for it and has not been taken is dropped.
  void Disconnect(v1::Side side);
  bool IsConnected(v1::Side side) const { return At(side).preferences.has_value(); }

  // To both players: the game has begun. Must come before any of the following.
  void GameStarted();
  // What each player has learnt; the spectator's events are left where they are.
  void AddEvents(ObserverEvents& events);
  // To each player whose bot wants them at once: the events that have not been told yet.
  void FlushEvents();
  // To the player: a decision is open, and what has happened since the last one.
  void DecisionRequired(v1::Side side, const DecisionNews& decision);
  // To a player whose bot has come back: the whole game as the player knows it, with its open decision if it has one,
  // and the opponent's offer of a draw if it stands.
  void Resumed(v1::Side side, const std::optional<DecisionNews>& decision, bool is_offered_draw);
  void DrawOffered(v1::Side side);
  void Error(v1::Side side, v1::GameError::Code code, std::uint32_t decision, absl::string_view clause,
             absl::string_view text);
  // To both players: the game is over.
  void GameOver(const v1::Outcome& outcome);

  // Moves the messages written since the last call to the end of `messages`, in order.
  void Take(std::vector<SeatMessage>& messages);

  // The events that the player has been told of so far, serialized as in GameResumed, to which the caller appends each
  // new one: it grows as things happen, so that coming back costs no more than the message itself. Null where no
  // message is written.
  std::string* ResumptionOf(v1::Side side) { return At(side).is_told_nothing ? nullptr : &At(side).resumption; }

 private:
  // What is kept for one player.
  struct Recipient {
    // Absent while the bot is away.
    std::optional<SeatPreferences> preferences;
    bool is_told_nothing = false;
    std::string resumption;
    // Events that the player has not been told of yet.
    google::protobuf::RepeatedPtrField<v1::Event> untold;
  };

  const Recipient& At(v1::Side side) const { return recipients_[side == v1::SIDE_BLUE]; }
  Recipient& At(v1::Side side) { return recipients_[side == v1::SIDE_BLUE]; }
  bool IsRead(v1::Side side) const { return !At(side).is_told_nothing && IsConnected(side); }
  void Write(v1::Side side, v1::PlayResponse message, std::uint32_t decision = 0);
  void Fill(v1::Side side, const DecisionNews& decision, v1::DecisionRequired& message);

  const MatchSpec& spec_;
  const Game& game_;
  // Red's and Blue's.
  std::array<Recipient, 2> recipients_;
  std::vector<SeatMessage> messages_;
};

}  // namespace flagfall

#endif  // REFEREE_MATCH_SEAT_MESSAGES_H_
