#ifndef TESTS_SUPPORT_TEST_BOT_H_
#define TESTS_SUPPORT_TEST_BOT_H_

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/channel_arguments.h>
#include <grpcpp/support/sync_stream.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "flagfall/v1/bot_service.grpc.pb.h"
#include "flagfall/v1/bot_service.pb.h"

namespace flagfall {

// Makes a new connection to the referee.
std::shared_ptr<grpc::Channel> DialIn(const std::string& address, grpc::ChannelArguments arguments = {});

// The hello of a bot that plays everything.
v1::Hello MakeHello(const std::string& name = "bot");

// The barrage army on the first squares of the side's zone, in the order that the random source says.
v1::Action BarrageSetUp(v1::Side side, std::mt19937_64& random);

// A bot on a real stream that sends the messages that its test gives it.
class TestBot {
 public:
  // Opens the stream and sends nothing. `scheme` is written before the token.
  TestBot(const std::shared_ptr<grpc::Channel>& channel, const std::string& token,
          const std::string& scheme = "Bearer");
  TestBot(const std::string& address, const std::string& token, const std::string& scheme = "Bearer")
      : TestBot(DialIn(address), token, scheme) {}
  // Breaks the stream if it is still open.
  ~TestBot();

  // False when the stream has ended.
  bool Say(const v1::PlayRequest& request);
  bool SayHello(const v1::Hello& hello = MakeHello());
  bool SayPing(std::uint64_t nonce);
  bool Act(const std::string& game_id, std::uint32_t decision, const v1::Action& action,
           const std::string& comment = "");

  // The next message; absent when the stream has ended.
  std::optional<v1::PlayResponse> Hear();
  // The next message of that kind; messages before it are dropped. Absent if the stream ended before it.
  std::optional<v1::PlayResponse> HearUntil(v1::PlayResponse::MessageCase kind);

  // Closes the bot's side of the stream.
  void HalfClose();
  // Breaks the stream at once.
  void Cancel() { context_.TryCancel(); }
  // Reads the stream to its end; returns its status.
  grpc::Status End();

 private:
  std::unique_ptr<v1::BotService::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>> stream_;
  std::optional<grpc::Status> status_;
};

// The answer to a message that no library of ours would write.
struct RawAnswer {
  std::string bytes;
  grpc::Status status;
};

// Calls the method, sends `bytes` as one message, reads the first answer if there is one, and ends the call.
RawAnswer SayBytes(const std::shared_ptr<grpc::Channel>& channel, const std::string& method, const std::string& token,
                   const std::string& bytes);

// Answers the decisions of a bot in games of barrage with random legal actions, for which its hello must ask.
class RandomPlayer {
 public:
  explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}

  // The answer to a decision_required or game_resumed; absent for other messages.
  std::optional<v1::PlayRequest> AnswerTo(const v1::PlayResponse& response);

  // Sends hello and plays until `games` games are over or the stream has ended. Returns how many were over.
  int Play(TestBot& bot, int games);
  // The same without the hello.
  int GoOn(TestBot& bot, int games);

 private:
  std::mt19937_64 random_;
  std::map<std::string, v1::Side> sides_;
};

}  // namespace flagfall

#endif  // TESTS_SUPPORT_TEST_BOT_H_
