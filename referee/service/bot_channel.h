#ifndef REFEREE_SERVICE_BOT_CHANNEL_H_
#define REFEREE_SERVICE_BOT_CHANNEL_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/game.pb.h"
#include "referee/base/micros.h"

namespace flagfall {

// The decision that a message opens, so that its clock can be started when the message is sent.
struct OpenedDecision {
  // The game's number in the lobby.
  std::uint64_t game = 0;
  v1::Side side = v1::SIDE_UNSPECIFIED;
  // 0 when the message opens none.
  std::uint32_t decision = 0;
};

// How the sending of a message went, as far as that was the host's to do.
struct SendReport {
  // When the message was written to the bot's socket, or when nothing but the bot kept it from being written: its
  // HTTP/2 window, its socket's buffer.
  Micros at{};
  // How long a message takes to the bot and back; 0 when that is not known.
  Micros round_trip{};
  // Whether all of the message has left this machine, so that the bot can have read it.
  bool has_left = false;
};

// The lobby's way to a bot that is there. It belongs to the transport, which tells the lobby when it has ended
// (Lobby::Left); on the lobby's thread only. No call leads back into the lobby.
class BotChannel {
 public:
  virtual ~BotChannel() = default;

  // Hands a message to the transport, which sends it later in the same turn, after the messages before it. Returns the
  // message's size; 0 when the channel has ended, and with it the message. When too many messages wait, the channel
  // ends itself, and Lobby::Left is called later.
  //
  // For a message that opens a decision, the channel calls Lobby::DecisionSent at the end of the first turn in which
  // the message was written or only the bot keeps it from being written. If it had not left this machine by then, the
  // channel calls Lobby::DecisionLeft when it has, and before it hands in anything that the bot sent after that.
  virtual std::size_t Send(const v1::PlayResponse& message, const OpenedDecision& opens) = 0;

  // Whether the bot has read nothing for so long that a game which can wait should not begin with it now, or the
  // channel is about to end. When it reads again, the channel calls Lobby::ReadsAgain.
  virtual bool IsStuck(Micros now) const = 0;

  // Ends the stream with that status once the bot has read what was sent. The lobby is not told.
  virtual void End(const absl::Status& why) = 0;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BOT_CHANNEL_H_
