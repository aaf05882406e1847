#ifndef SAMPLE_BOTS_CPP_SDK_DISPATCHER_H_
#define SAMPLE_BOTS_CPP_SDK_DISPATCHER_H_

#include <memory>
#include <vector>

#include "flagfall/v1/bot_service.pb.h"
#include "sample-bots/cpp/sdk/player.h"
#include "sample-bots/cpp/sdk/stream.h"

namespace flagfall::bot {

// Hands each message to the thread on which its game is played, and the answers to the stream they belong to. Called by
// the thread that reads the stream.
class Dispatcher {
 public:
  // `threads` as in BotInfo.
  Dispatcher(int threads, const PlayerFactory& new_player, const Options& options);
  // Waits for the decision each thread is at; what is waiting behind it is dropped.
  ~Dispatcher();

  // Answers a ping at once, and passes on what is about a game.
  void On(const v1::PlayResponse& message, const std::shared_ptr<Stream>& stream);

 private:
  class Worker;

  // With no thread of its own when the reader's does all; else one for each thread.
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_DISPATCHER_H_
