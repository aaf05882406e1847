#ifndef REFEREE_SERVICE_BOT_CHANNEL_H_
#define REFEREE_SERVICE_BOT_CHANNEL_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/game.pb.h"

namespace flagfall {

// Which decision a message opens, for when its clock has to be started.
struct OpenedDecision {
  // The game's number in the lobby.
  std::uint64_t game = 0;
  v1::Side side = v1::SIDE_UNSPECIFIED;
  // 0 when the message opens none.
  std::uint32_t decision = 0;
};

// The lobby's way to a bot that is there. Neither call calls back into the lobby, save that Send may report a decision
// as sent.
class BotChannel {
 public:
  virtual ~BotChannel() = default;

  // Hands a message on, at once or when those before it have gone. Lobby::DecisionSent is called when `opens` is on its
  // way. When too many messages wait, the channel ends itself, and Lobby::Left is called later. Returns the message's
  // size; 0 when the channel has ended.
  virtual std::size_t Send(const v1::PlayResponse& message, const OpenedDecision& opens) = 0;

  // Ends the stream with that status once what has been sent is read. The lobby is not told.
  virtual void End(const absl::Status& why) = 0;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_BOT_CHANNEL_H_
