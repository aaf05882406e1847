#include "tests/abuse/bystander.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "tests/support/wait.h"

namespace flagfall::abuse {
namespace {

namespace health = grpc::health::v1;

constexpr std::chrono::milliseconds kPingEach(10);
constexpr std::chrono::milliseconds kHealthCheckEach(100);
// What is not answered within this counts as not answered.
constexpr std::chrono::seconds kAnsweredWithin(10);
// Bots think for so long about each decision, so that games do not use up a core.
constexpr std::chrono::milliseconds kThought(3);

double MillisSince(std::chrono::steady_clock::time_point time) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - time).count();
}

Latencies Summary(std::vector<double> millis) {
  if (millis.empty()) return {};
  std::sort(millis.begin(), millis.end());
  const auto at = [&](double share) {
    return millis[static_cast<std::size_t>(share * static_cast<double>(millis.size() - 1))];
  };
  return {.count = millis.size(), .p50 = at(0.5), .p99 = at(0.99), .max = millis.back()};
}

bool IsHarm(const v1::Outcome& outcome) {
  return outcome.result() == v1::RESULT_VOID || outcome.reason() == v1::REASON_OUT_OF_TIME ||
         outcome.reason() == v1::REASON_DISCONNECTED || outcome.reason() == v1::REASON_SLOW_READER;
}

}  // namespace

std::shared_ptr<grpc::Channel> DialInTo(const ServerProcess& server) {
  const std::string certificate = server.Certificate();
  if (certificate.empty()) return DialIn(server.address());
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = certificate;
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(server.address(), grpc::SslCredentials(options), arguments);
}

Bystander::Bystander(const ServerProcess& server)
    : red_(DialInTo(server), "honest-red"),
      blue_(DialInTo(server), "honest-blue"),
      pinger_(DialInTo(server), "honest-pinger") {
  pinger_.SayHello();
  if (!pinger_.HearUntil(v1::PlayResponse::kWelcome)) Complain("the pinger is not welcome");
  health_ = std::thread([this, channel = DialInTo(server)] { AskHealth(channel); });
  threads_.emplace_back([this] { Play(red_, 1); });
  threads_.emplace_back([this] { Play(blue_, 2); });
  threads_.emplace_back([this] { ReceivePongs(); });
  threads_.emplace_back([this] { SendPings(); });
  constexpr int kUnderWay = 20;
  if (!WaitFor([this] { return plies_ >= kUnderWay; })) Complain("no game has begun");
}

Bystander::~Bystander() {
  if (!is_leaving_) Leave();
}

Latencies Bystander::TakePings() {
  const std::lock_guard lock(mutex_);
  for (const auto& [nonce, sent_at] : unanswered_) ping_millis_.push_back(MillisSince(sent_at));
  return Summary(std::exchange(ping_millis_, {}));
}

Latencies Bystander::TakeHealthChecks() {
  const std::lock_guard lock(mutex_);
  return Summary(std::exchange(health_millis_, {}));
}

std::string Bystander::Leave() {
  is_leaving_ = true;
  health_.join();
  const auto all_answered = [this] {
    const std::lock_guard lock(mutex_);
    return unanswered_.empty();
  };
  if (!WaitFor(all_answered, kAnsweredWithin)) Complain("pings were not answered");
  const int plies = plies_;
  if (!WaitFor([&] { return plies_ > plies; }, kAnsweredWithin)) Complain("the game does not go on");
  std::string complaints = [this] {
    const std::lock_guard lock(mutex_);
    return complaints_;
  }();
  for (TestBot* const bot : {&red_, &blue_, &pinger_}) bot->Cancel();
  for (std::thread& thread : threads_) thread.join();
  return complaints;
}

void Bystander::Play(TestBot& bot, std::uint64_t seed) {
  RandomPlayer player(seed);
  bot.SayHello();
  while (const auto response = bot.Hear()) {
    if (response->has_game_over() && IsHarm(response->game_over().outcome())) {
      Complain(response->game_over().outcome().ShortDebugString());
    }
    const auto answer = player.AnswerTo(*response);
    if (!answer) continue;
    std::this_thread::sleep_for(kThought);
    bot.Say(*answer);
    ++plies_;
  }
  if (!is_leaving_) Complain("a player's stream has ended: " + bot.End().error_message());
}

void Bystander::SendPings() {
  auto next = Clock::now();
  for (std::uint64_t nonce = 1; !is_leaving_; ++nonce) {
    std::this_thread::sleep_until(next += kPingEach);
    {
      const std::lock_guard lock(mutex_);
      unanswered_[nonce] = Clock::now();
    }
    if (!pinger_.SayPing(nonce)) return;
  }
}

void Bystander::ReceivePongs() {
  while (const auto response = pinger_.HearUntil(v1::PlayResponse::kPong)) {
    const std::lock_guard lock(mutex_);
    const auto found = unanswered_.find(response->pong().nonce());
    if (found == unanswered_.end()) continue;
    ping_millis_.push_back(MillisSince(found->second));
    unanswered_.erase(found);
  }
  if (!is_leaving_) Complain("the pinger's stream has ended: " + pinger_.End().error_message());
}

void Bystander::AskHealth(const std::shared_ptr<grpc::Channel>& channel) {
  const auto stub = health::Health::NewStub(channel);
  for (auto next = Clock::now(); !is_leaving_; std::this_thread::sleep_until(next += kHealthCheckEach)) {
    grpc::ClientContext context;
    context.set_wait_for_ready(true);
    context.set_deadline(std::chrono::system_clock::now() + kAnsweredWithin);
    health::HealthCheckResponse response;
    const auto began = Clock::now();
    const grpc::Status status = stub->Check(&context, health::HealthCheckRequest(), &response);
    if (!status.ok()) Complain("health was not told: " + status.error_message());
    const std::lock_guard lock(mutex_);
    health_millis_.push_back(MillisSince(began));
  }
}

void Bystander::Complain(const std::string& what) {
  const std::lock_guard lock(mutex_);
  // The first few say what there is to be said.
  if (complaints_.size() < 1000) absl::StrAppend(&complaints_, what, "\n");
}

}  // namespace flagfall::abuse
