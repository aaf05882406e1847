#include "sample-bots/cpp/sdk/run.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/time/clock.h"
#include "referee/base/mutex.h"
#include "sample-bots/cpp/sdk/address.h"
#include "sample-bots/cpp/sdk/dispatcher.h"
#include "sample-bots/cpp/sdk/manifest.h"
#include "sample-bots/cpp/sdk/stop_signals.h"
#include "sample-bots/cpp/sdk/stream.h"

namespace flagfall::bot {
namespace {

constexpr std::uint32_t kProtocolVersion = 1;
// After this long without a referee the games are lost anyhow.
constexpr absl::Duration kDialFor = absl::Seconds(10);
constexpr absl::Duration kFirstPause = absl::Milliseconds(50);
constexpr absl::Duration kPauseMax = absl::Seconds(1);

// The stream in use, for the signal thread to cancel.
class CurrentStream {
 public:
  void Set(std::shared_ptr<Stream> stream) {
    const MutexLock lock(mutex_);
    stream_ = std::move(stream);
  }
  void Cancel() {
    const MutexLock lock(mutex_);
    if (stream_ != nullptr) stream_->Cancel();
  }

 private:
  Mutex mutex_;
  std::shared_ptr<Stream> stream_ ABSL_GUARDED_BY(mutex_);
};

std::string FromEnvironment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

v1::PlayRequest HelloOf(const BotInfo& info) {
  v1::PlayRequest request;
  v1::Hello& hello = *request.mutable_hello();
  hello.set_protocol_version(kProtocolVersion);
  hello.set_bot_name(info.name);
  hello.set_bot_version(info.version);
  for (const std::string& ruleset : info.rulesets) hello.add_rulesets(ruleset);
  hello.set_concurrent_games_max(info.concurrent_games_max);
  hello.set_wants_legal_actions(info.wants_legal_actions);
  hello.set_wants_events_at_once(info.wants_events_at_once);
  return request;
}

// Whether another attempt may fare better.
bool MayPass(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsCancelled(status) || absl::IsUnknown(status) ||
         absl::IsInternal(status) || absl::IsDeadlineExceeded(status);
}

// Plays on one stream until it ends. `welcomed` tells whether the referee took the bot.
absl::Status PlayOn(const std::shared_ptr<Stream>& stream, const BotInfo& info, Dispatcher& dispatcher,
                    bool& welcomed) {
  stream->Write(HelloOf(info));
  welcomed = false;
  for (v1::PlayResponse message; stream->Read(message);) {
    welcomed = welcomed || message.has_welcome();
    dispatcher.On(message, stream);
  }
  return stream->Finish();
}

}  // namespace

int Run(const BotInfo& given, const PlayerFactory& new_player) {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  const absl::StatusOr<BotInfo> completed = WithManifest(given, program.parent_path() / "bot.json");
  if (!completed.ok()) {
    std::cerr << completed.status().message() << "\n";
    return 1;
  }
  const BotInfo& info = *completed;
  const std::string address_text = FromEnvironment("FLAGFALL_ADDRESS");
  const std::string token = FromEnvironment("FLAGFALL_TOKEN");
  if (address_text.empty() || token.empty()) {
    std::cerr << info.name << ": FLAGFALL_ADDRESS (unix:/path, host:port or tls:host:port) and FLAGFALL_TOKEN must be "
              << "set, as `flagfall` sets them when it starts a bot\n";
    return 1;
  }
  const absl::StatusOr<Address> address = ParseAddress(address_text, FromEnvironment("FLAGFALL_TLS_CA"));
  if (!address.ok()) {
    std::cerr << info.name << ": " << address.status().message() << "\n";
    return 1;
  }
  const absl::StatusOr<Options> options = Options::Parse(FromEnvironment("FLAGFALL_BOT_OPTIONS"));
  if (!options.ok()) {
    std::cerr << info.name << ": " << options.status().message() << "\n";
    return 1;
  }

  CurrentStream current;
  const StopSignals signals([&current] { current.Cancel(); });
  Dispatcher dispatcher(info.threads, new_player, *options);
  absl::Time give_up_at = absl::Now() + kDialFor;
  absl::Duration pause = kFirstPause;
  while (true) {
    const auto stream = Stream::Open(*address, token);
    current.Set(stream);
    // One that came before the stream was there to be cancelled.
    if (signals.HaveCome()) stream->Cancel();
    bool welcomed;
    const absl::Status status = PlayOn(stream, info, dispatcher, welcomed);
    // ABORTED: the host has dismissed the bot, or it plays on by another stream.
    if (status.ok() || absl::IsAborted(status) || signals.HaveCome()) return 0;
    if (welcomed) {
      give_up_at = absl::Now() + kDialFor;
      pause = kFirstPause;
    }
    std::cerr << info.name << ": the stream to " << address_text << " ended: " << status << "\n";
    if (!MayPass(status) || absl::Now() > give_up_at) return 1;
    signals.WaitFor(pause);
    pause = std::min(pause * 2, kPauseMax);
  }
}

}  // namespace flagfall::bot
