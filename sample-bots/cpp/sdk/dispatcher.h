#ifndef SAMPLE_BOTS_CPP_SDK_DISPATCHER_H_
#define SAMPLE_BOTS_CPP_SDK_DISPATCHER_H_

#include <memory>
#include <vector>

#include "flagfall/v1/bot_service.pb.h"
#include "sample-bots/cpp/sdk/player.h"
#include "sample-bots/cpp/sdk/stream.h"

namespace flagfall::bot {

// Hands each message to the thread on which its game is played, and the answers to the stream to which they belong. It
// is used by the thread that reads the stream.
class Dispatcher {
 public:
  // `threads` as in BotInfo.
  Dispatcher(int threads, const PlayerFactory& new_player, const Options& options);
  // Waits until each thread has finished its current decision. Messages that wait behind it are dropped.
  ~Dispatcher();

  // Answers a ping at once, and passes on a message about a game.
  void On(const v1::PlayResponse& message, const std::shared_ptr<Stream>& stream);

 private:
  class Worker;

  // One for each thread. If the reading thread does everything, there is one, without a thread of its own.
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_DISPATCHER_H_
