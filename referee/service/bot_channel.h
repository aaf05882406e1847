#ifndef REFEREE_SERVICE_BOT_CHANNEL_H_
#define REFEREE_SERVICE_BOT_CHANNEL_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/game.pb.h"
#include "referee/base/micros.h"

namespace flagfall {

// The decision that a message opens, so that its clock can be started when the message is handed over.
struct OpenedDecision {
  // The game's number in the lobby.
  std::uint64_t game = 0;
  v1::Side side = v1::SIDE_UNSPECIFIED;
  // 0 when the message opens none.
  std::uint32_t decision = 0;
};

// When a message was handed to the transport, and how long a message takes to the bot and back (0 when that is not
// known).
struct HandOver {
  Micros at{};
  Micros round_trip{};
};

// What became of a message.
struct SendResult {
  // The message's size; 0 when the channel has ended, and with it the message.
  std::size_t bytes = 0;
  // Of a message that opens a decision and was handed over at once. If it has to wait for messages before it, or opens
  // none, this is absent.
  std::optional<HandOver> hand_over = std::nullopt;
};

// The lobby's way to a bot that is there. It belongs to the transport, which tells the lobby when it has ended
// (Lobby::Left); on the lobby's thread only. No call leads back into the lobby.
class BotChannel {
 public:
  virtual ~BotChannel() = default;

  // Hands a message to the transport, at once or after the messages that wait before it. When a message that opens a
  // decision has had to wait, Lobby::HandedOver is called later, as soon as it is handed over. When too many messages
  // wait, the channel ends itself, and Lobby::Left is called later.
  virtual SendResult Send(const v1::PlayResponse& message, const OpenedDecision& opens) = 0;

  // Ends the stream with that status once the bot has read what was sent. The lobby is not told.
  virtual void End(const absl::Status& why) = 0;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BOT_CHANNEL_H_
