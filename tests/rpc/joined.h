#ifndef TESTS_RPC_JOINED_H_
#define TESTS_RPC_JOINED_H_

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>

#include "referee/rpc/connection.h"
#include "tests/rpc/test_client.h"
#include "tests/rpc/test_handler.h"

namespace flagfall::rpc {

// A client and the server's end of its connection, joined without sockets, at a time of the test's own.
class JoinedTest : public testing::Test {
 protected:
  JoinedTest() { Join(); }

  // Both anew.
  void Join(const ConnectionOptions& options = {}, const ClientSettings& settings = {}) {
    client_ = std::make_unique<TestClient>(settings);
    connection_ = std::make_unique<Connection>(
        router_, options, [this] { ++outputs_; }, now_);
    taken_ = 0;
  }

  // Carries bytes to and fro until nobody says anything more. All that the server says leaves its machine at once.
  void Exchange() {
    bool goes_on = true;
    while (goes_on) {
      const std::string said = client_->TakeOutput();
      if (!said.empty()) connection_->Receive(said, now_);
      const std::string answer = TakeOutput();
      connection_->Flushed(taken_, now_);
      client_->Receive(answer);
      goes_on = !said.empty() || !answer.empty();
    }
  }

  // What the server says now; it has not left its machine.
  std::string TakeOutput() {
    std::string output;
    while (connection_->TakeOutput(output, 4096)) {
    }
    taken_ += output.size();
    return output;
  }

  // Lets the time pass to the next moment at which the server has something to do.
  void PassToNextLook() {
    ASSERT_GT(connection_->NextLook(), now_);
    now_ = connection_->NextLook();
    connection_->OnTime(now_);
  }
  void Pass(Micros time) {
    now_ += time;
    connection_->OnTime(now_);
  }

  // A call with that head that both sides know of, and its handler.
  std::int32_t BeginRouted(const Fields& head = HeadOf()) {
    const std::int32_t stream = client_->Begin(head);
    Exchange();
    return stream;
  }
  TestHandler& handler(std::size_t i = 0) { return *router_.handlers.at(i); }

  Micros now_ = std::chrono::hours(1);
  TestRouter router_;
  // How often the connection said that there may be output.
  int outputs_ = 0;
  std::uint64_t taken_ = 0;
  std::unique_ptr<TestClient> client_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace flagfall::rpc

#endif  // TESTS_RPC_JOINED_H_
