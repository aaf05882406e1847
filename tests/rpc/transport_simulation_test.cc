// A client and the server's end of its connection, joined by pipes of bytes that are cut anywhere, delayed, and closed
// at any byte. FLAGFALL_TRANSPORT_SEEDS sets how many seeds are tried (20,000 without it).
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/rpc/connection.h"
#include "tests/rpc/test_client.h"
#include "tests/rpc/test_handler.h"
#include "tests/support/number_from.h"

namespace flagfall::rpc {
namespace {

constexpr Micros kNow = std::chrono::hours(1);

int Seeds() { return CountFrom("FLAGFALL_TRANSPORT_SEEDS", 20'000); }

// What a client does in all of its calls, in its order.
struct Step {
  enum class Kind { kBegin, kMessage, kHalfClose, kReset };
  Kind kind = Kind::kBegin;
  std::size_t call = 0;
  std::string message = {};
};

class World {
 public:
  // `cuts`: whether pieces are cut and delayed; otherwise all bytes arrive at once and whole.
  World(std::uint64_t seed, bool cuts) : random_(seed), cuts_(cuts) {
    router_.script.on_message = [](TestHandler& handler, absl::string_view message) {
      handler.call().Send(message);
      return true;
    };
    router_.script.on_half_closed = [](TestHandler& handler) { handler.call().End(absl::OkStatus()); };
    router_.script.on_flushed = [this](TestHandler& handler) { CheckCounts(handler); };
  }

  // Plays the steps, and closes the connection when so many bytes of the client have arrived.
  void Play(const std::vector<Step>& steps, std::size_t close_at) {
    std::size_t next = 0;
    while (arrived_ < close_at) {
      if (next < steps.size() && (!cuts_ || random_() % 2 == 0)) Take(steps[next++]);
      to_server_ += client_.TakeOutput();
      const std::size_t piece = std::min(Piece(to_server_.size()), close_at - arrived_);
      connection_.Receive(to_server_.substr(0, piece), kNow);
      to_server_.erase(0, piece);
      arrived_ += piece;
      while (connection_.TakeOutput(to_client_, 1 + random_() % 5000)) {
      }
      const std::size_t answer = Piece(to_client_.size());
      client_.Receive(to_client_.substr(0, answer));
      to_client_.erase(0, answer);
      left_ += answer;
      connection_.Flushed(left_, kNow);
      if (next < steps.size() || !to_server_.empty() || !to_client_.empty()) continue;
      to_server_ = client_.TakeOutput();
      if (to_server_.empty()) break;
    }
    connection_.Break();
  }

  TestRouter& router() { return router_; }
  // What the client heard of each of its calls.
  std::vector<std::string> Heard() {
    std::vector<std::string> heard;
    for (const auto& [call, stream] : streams_) {
      const HeardCall& of = client_.Of(stream);
      heard.push_back(
          absl::StrCat(of.messages.size(), " messages of ", of.data.size(), " bytes, status ", of.Status()));
    }
    return heard;
  }
  bool is_confused() const { return client_.is_confused(); }

 private:
  std::size_t Piece(std::size_t bytes) { return cuts_ && bytes > 0 ? random_() % (bytes + 1) : bytes; }

  void Take(const Step& step) {
    switch (step.kind) {
      case Step::Kind::kBegin:
        streams_[step.call] = client_.Begin();
        return;
      case Step::Kind::kMessage:
        return client_.SendMessage(streams_[step.call], step.message);
      case Step::Kind::kHalfClose:
        return client_.HalfClose(streams_[step.call]);
      case Step::Kind::kReset:
        return client_.Reset(streams_[step.call]);
    }
  }

  void CheckCounts(const TestHandler& handler) {
    const Call& call = handler.call();
    EXPECT_LE(call.left_count(), call.queued_count());
    std::uint64_t& before = left_before_[&handler];
    EXPECT_GE(call.left_count(), before);
    before = call.left_count();
  }

  std::mt19937_64 random_;
  const bool cuts_;
  TestRouter router_;
  TestClient client_;
  Connection connection_{router_, {}, [] {}, kNow};
  std::string to_server_;
  std::string to_client_;
  std::size_t arrived_ = 0;
  std::uint64_t left_ = 0;
  std::map<std::size_t, std::int32_t> streams_;
  std::map<const TestHandler*, std::uint64_t> left_before_;
};

// One to four calls with messages of all sizes, mixed.
std::vector<Step> RandomSteps(std::mt19937_64& random, bool resets) {
  std::vector<Step> steps;
  std::vector<std::size_t> open;
  const std::size_t calls = 1 + random() % 4;
  for (std::size_t call = 0; call < calls; ++call) {
    steps.push_back({.kind = Step::Kind::kBegin, .call = call});
    open.push_back(call);
  }
  while (!open.empty()) {
    const std::size_t i = random() % open.size();
    const std::size_t call = open[i];
    const std::uint64_t what = random() % 10;
    if (what < 7) {
      const std::size_t bytes = random() % 20 == 0 ? random() % 20'000 : random() % 60;
      steps.push_back({.kind = Step::Kind::kMessage,
                       .call = call,
                       .message = std::string(bytes, static_cast<char>('a' + steps.size() % 26))});
      continue;
    }
    const bool is_reset = resets && what == 7;
    steps.push_back({.kind = is_reset ? Step::Kind::kReset : Step::Kind::kHalfClose, .call = call});
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return steps;
}

TEST(TransportSimulation, CutBytesSayTheSameAsWholeOnes) {
  std::size_t events = 0;
  for (int seed = 0; seed < Seeds() / 2; ++seed) {
    std::mt19937_64 random(seed);
    const std::vector<Step> steps = RandomSteps(random, /*resets=*/false);
    World whole(seed, /*cuts=*/false);
    World cut(seed, /*cuts=*/true);
    whole.Play(steps, std::string::npos);
    cut.Play(steps, std::string::npos);
    ASSERT_EQ(whole.router().handlers.size(), cut.router().handlers.size()) << "seed " << seed;
    for (std::size_t i = 0; i < whole.router().handlers.size(); ++i) {
      ASSERT_EQ(whole.router().handlers[i]->events, cut.router().handlers[i]->events) << "seed " << seed;
      events += cut.router().handlers[i]->events.size();
    }
    ASSERT_EQ(whole.Heard(), cut.Heard()) << "seed " << seed;
  }
  EXPECT_GT(events, static_cast<std::size_t>(5 * Seeds())) << "little has happened";
}

TEST(TransportSimulation, EveryCallEndsOnceWhereverTheConnectionIsClosed) {
  std::size_t begun = 0;
  for (int seed = 0; seed < Seeds() / 2; ++seed) {
    std::mt19937_64 random(seed);
    const std::vector<Step> steps = RandomSteps(random, /*resets=*/true);
    World world(seed, /*cuts=*/true);
    world.Play(steps, random() % 4000);
    for (const auto& handler : world.router().handlers) {
      ASSERT_TRUE(handler->has_ended()) << "seed " << seed;
      ++begun;
    }
    ASSERT_FALSE(world.is_confused()) << "seed " << seed;
  }
  EXPECT_GT(begun, static_cast<std::size_t>(Seeds()) / 4);
}

}  // namespace
}  // namespace flagfall::rpc
