#ifndef REFEREE_SERVICE_LOCAL_BOT_H_
#define REFEREE_SERVICE_LOCAL_BOT_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "flagfall/v1/bot_service.pb.h"
#include "referee/base/micros.h"
#include "referee/net/budget.h"
#include "referee/service/admitted_bot.h"
#include "referee/service/bot_channel.h"

namespace flagfall {

class BotService;

// Tells the host what the referee says to a bot that plays from within the host's process. Called on the referee's
// thread: it must not block.
struct LocalBotObserver {
  std::function<void(const v1::PlayResponse& message)> on_message;
  // Called once: the bot plays no more on this channel, since its hello was refused, it came again elsewhere, it was
  // dismissed, or the referee ends. Not called after Leave.
  std::function<void(const absl::Status& why)> on_ended;
};

// A bot that plays from within this process, as somebody does who sits before the host's own site: the lobby knows it
// like any other, with the same clocks and the same record. Its clock starts when its message was handed to the
// observer, and what it answers counts from the moment in which Act is called. Who sends more than anything has asked
// for has lost the channel (limits::kLocalMessageBurst).
class LocalBot final : public BotChannel, public std::enable_shared_from_this<LocalBot> {
 public:
  // `service` outlives this.
  LocalBot(BotService& service, LocalBotObserver observer);

  // ---- From any thread.

  // An act, resign, offer_draw or accept_draw; other messages are dropped.
  void Act(v1::PlayRequest request);
  // As a bot whose stream has ended.
  void Leave();

  // ---- On the referee's thread.

  // To be called first, and once. `is_ending`: the referee ends.
  void Join(const std::string& bot, const v1::Hello& hello, bool is_ending);

  std::size_t Send(const v1::PlayResponse& message, const OpenedDecision& opens) override;
  bool IsStuck(Micros /*now*/) const override { return !is_there_; }
  void End(const absl::Status& why) override;

 private:
  void Receive(const v1::PlayRequest& request, Micros sent);
  // The bot is gone, and the lobby is told so.
  void Detach(const std::string& detail);

  BotService& service_;
  const LocalBotObserver observer_;
  // Of the referee's thread.
  std::shared_ptr<AdmittedBot> bot_;
  bool is_there_ = false;
  Budget budget_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_LOCAL_BOT_H_
