#include "sample-bots/cpp/sdk/run.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <random>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/time/clock.h"
#include "referee/base/mutex.h"
#include "sample-bots/cpp/sdk/address.h"
#include "sample-bots/cpp/sdk/dispatcher.h"
#include "sample-bots/cpp/sdk/manifest.h"
#include "sample-bots/cpp/sdk/redial.h"
#include "sample-bots/cpp/sdk/stop_signals.h"
#include "sample-bots/cpp/sdk/stream.h"

namespace flagfall::bot {
namespace {

constexpr std::uint32_t kProtocolVersion = 1;

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

// Writes a line about the bot on standard error, unless there is nothing to say.
void Say(const BotInfo& info, absl::string_view words) {
  if (!words.empty()) std::cerr << info.name << ": " << words << std::endl;
}

// Plays on one stream until it ends.
absl::Status PlayOn(const std::shared_ptr<Stream>& stream, const BotInfo& info, Dispatcher& dispatcher,
                    Redial& redial) {
  stream->Write(HelloOf(info));
  for (v1::PlayResponse message; stream->Read(message);) {
    if (message.has_welcome()) Say(info, redial.Welcomed(absl::Now()));
    dispatcher.On(message, stream);
  }
  return stream->Finish();
}

// Dials in, plays, and dials in again as long as that may help. Returns the exit code.
int PlayAndRedial(const BotInfo& info, const Address& address, const std::string& token, Dispatcher& dispatcher,
                  Redial& redial, CurrentStream& current, const StopSignals& signals) {
  while (true) {
    const auto stream = Stream::Open(address, token);
    current.Set(stream);
    // One that came before the stream was there to be cancelled.
    if (signals.HaveCome()) stream->Cancel();
    const absl::Status status = PlayOn(stream, info, dispatcher, redial);
    if (signals.HaveCome()) return kStopped;
    const Redial::Next next = redial.Ended(status, absl::Now());
    Say(info, next.words);
    if (!next.pause.has_value()) return next.exit_code;
    signals.WaitFor(*next.pause);
  }
}

}  // namespace

int Run(const BotInfo& given, const PlayerFactory& new_player) {
  // The host keeps a log for each game, by when a line is printed. The C library would keep it back until there are
  // 4 KiB.
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  const absl::StatusOr<BotInfo> completed = WithManifest(given, program.parent_path() / "bot.json");
  if (!completed.ok()) {
    std::cerr << completed.status().message() << "\n";
    return kRefused;
  }
  const BotInfo& info = *completed;
  // Before gRPC is used: of a connection that fails it prints several lines for each attempt, and the bot says what
  // they mean.
  ::setenv("GRPC_VERBOSITY", "NONE", /*overwrite=*/0);
  const std::string address_text = FromEnvironment("FLAGFALL_ADDRESS");
  const std::string token = FromEnvironment("FLAGFALL_TOKEN");
  if (address_text.empty() || token.empty()) {
    Say(info,
        "FLAGFALL_ADDRESS (unix:/path, host:port or tls:host:port) and FLAGFALL_TOKEN must be set, as `flagfall` sets "
        "them when it starts a bot");
    return kRefused;
  }
  const absl::StatusOr<Address> address = ParseAddress(address_text, FromEnvironment("FLAGFALL_TLS_CA"));
  std::minstd_rand random{std::random_device()()};
  absl::StatusOr<Redial> redial = Redial::Create(address_text, FromEnvironment("FLAGFALL_DIAL_FOR"), absl::Now(),
                                                 [&random] { return std::uniform_real_distribution<>()(random); });
  const absl::StatusOr<Options> options = Options::Parse(FromEnvironment("FLAGFALL_BOT_OPTIONS"));
  for (const absl::Status& status : {address.status(), redial.status(), options.status()}) {
    if (status.ok()) continue;
    Say(info, status.message());
    return kRefused;
  }

  CurrentStream current;
  const StopSignals signals([&current] { current.Cancel(); });
  Dispatcher dispatcher(info.threads, new_player, *options);
  return PlayAndRedial(info, *address, token, dispatcher, *redial, current, signals);
}

}  // namespace flagfall::bot
