// How much reflection gives to those who ask much and read little.
#include "referee/service/reflection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "referee/rpc/connection.h"
#include "referee/service/service_limits.h"
#include "tests/rpc/test_client.h"

namespace flagfall {
namespace {

using testing::HasSubstr;

constexpr char kPath[] = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
constexpr int kResourceExhausted = static_cast<int>(absl::StatusCode::kResourceExhausted);

// A client that asks, without sockets; what the server says is carried to it when it listens.
class Asker final : public rpc::CallRouter {
 public:
  Asker(const Reflection& reflection, std::uint32_t window)
      : reflection_(reflection),
        client_({.window = window, .refills = false}),
        connection_(
            *this, {}, [] {}, Micros(0)),
        call_(client_.Begin(rpc::HeadOf(kPath))) {
    // Only the call's own window keeps answers back.
    client_.Widen(0, 0x7fffffff - 65535);
  }

  std::shared_ptr<rpc::CallHandler> Route(rpc::Call& call) override { return reflection_.Route(call); }

  void Ask(const grpc::reflection::v1::ServerReflectionRequest& request) {
    client_.SendMessage(call_, request.SerializeAsString());
    Exchange();
  }
  // The client takes so much more.
  void Widen(std::int32_t bytes) {
    client_.Widen(call_, bytes);
    Exchange();
  }
  rpc::HeardCall& heard() { return client_.Of(call_); }

 private:
  void Exchange() {
    connection_.Receive(client_.TakeOutput(), Micros(0));
    std::string output;
    while (connection_.TakeOutput(output, 1 << 16)) {
    }
    taken_ += output.size();
    connection_.Flushed(taken_, Micros(0));
    client_.Receive(output);
  }

  const Reflection& reflection_;
  rpc::TestClient client_;
  rpc::Connection connection_;
  const std::int32_t call_;
  std::uint64_t taken_ = 0;
};

class ReflectionTest : public testing::Test {
 protected:
  ReflectionTest() {
    list_.set_list_services("");
    file_.set_file_containing_symbol("flagfall.v1.BotService");
    answer_bytes_ = reflection_.Answer(file_).ByteSizeLong();
  }

  const Reflection reflection_{{"flagfall.v1.BotService"}};
  // Questions with a short and a long answer.
  grpc::reflection::v1::ServerReflectionRequest list_;
  grpc::reflection::v1::ServerReflectionRequest file_;
  std::size_t answer_bytes_ = 0;
};

TEST_F(ReflectionTest, OneQuestionMoreThanACallMayAskEndsIt) {
  Asker asker(reflection_, 65535);
  for (int i = 0; i < limits::kReflectionQuestions; ++i) asker.Ask(list_);
  EXPECT_EQ(asker.heard().messages.size(), static_cast<std::size_t>(limits::kReflectionQuestions));
  EXPECT_FALSE(asker.heard().has_ended);
  asker.Ask(list_);
  EXPECT_EQ(asker.heard().Status(), kResourceExhausted);
  EXPECT_THAT(asker.heard().Message(), HasSubstr("a call may ask 100 questions"));
}

TEST_F(ReflectionTest, WhoeverReadsNoAnswersGetsNoMoreOfThem) {
  Asker asker(reflection_, 0);
  const std::size_t answers = limits::kReflectionBytesWaiting / answer_bytes_ + 1;
  for (std::size_t i = 0; i < answers; ++i) asker.Ask(file_);
  EXPECT_FALSE(asker.heard().has_ended);
  asker.Ask(file_);
  // What waited is said before the status.
  asker.Widen(0x7fffffff);
  EXPECT_EQ(asker.heard().messages.size(), answers);
  EXPECT_EQ(asker.heard().Status(), kResourceExhausted);
  EXPECT_THAT(asker.heard().Message(), HasSubstr("must read the answers"));
}

TEST_F(ReflectionTest, AllWhoReadNothingTogetherGetNoMoreThanSoMuch) {
  std::vector<std::unique_ptr<Asker>> askers;
  std::size_t waiting = 0;
  while (waiting <= limits::kReflectionBytesWaitingInAll) {
    askers.push_back(std::make_unique<Asker>(reflection_, 0));
    askers.back()->Ask(file_);
    waiting += answer_bytes_;
  }
  Asker late(reflection_, 0x7fffffff);
  late.Ask(file_);
  EXPECT_EQ(late.heard().Status(), kResourceExhausted);
  EXPECT_THAT(late.heard().Message(), HasSubstr("too many answers wait"));
  // As soon as one has read, or has gone, there is room again.
  askers[0]->Widen(0x7fffffff);
  askers[0]->Ask(list_);
  EXPECT_EQ(askers[0]->heard().messages.size(), 2U);
  Asker other(reflection_, 0);
  other.Ask(file_);
  askers.pop_back();
  Asker next(reflection_, 0x7fffffff);
  next.Ask(file_);
  EXPECT_EQ(next.heard().messages.size(), 1U);
}

}  // namespace
}  // namespace flagfall
