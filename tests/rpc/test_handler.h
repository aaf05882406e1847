#ifndef TESTS_RPC_TEST_HANDLER_H_
#define TESTS_RPC_TEST_HANDLER_H_

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/rpc/call.h"

namespace flagfall::rpc {

class TestHandler;

// What the handlers of a test do besides taking note.
struct HandlerScript {
  // Returns what OnMessage returns.
  std::function<bool(TestHandler&, absl::string_view message)> on_message = [](auto&, auto) { return true; };
  std::function<void(TestHandler&)> on_half_closed = [](auto&) {};
  std::function<void(TestHandler&)> on_flushed = [](auto&) {};
};

// Takes note of all that a connection tells of one call.
class TestHandler final : public CallHandler {
 public:
  TestHandler(Call& call, const HandlerScript& script) : call_(&call), script_(script) {}

  bool OnMessage(absl::string_view message) override {
    EXPECT_NE(call_, nullptr);
    messages.emplace_back(message);
    events.push_back(absl::StrCat("message ", message));
    return script_.on_message(*this, message);
  }
  void OnHalfClosed() override {
    EXPECT_NE(call_, nullptr);
    events.emplace_back("half-closed");
    script_.on_half_closed(*this);
  }
  void OnFlushed(Micros now) override {
    EXPECT_NE(call_, nullptr);
    flushes.push_back(absl::StrCat(call_->left_count(), " of ", call_->queued_count()));
    flushed_at = now;
    script_.on_flushed(*this);
  }
  void OnEnded() override {
    EXPECT_NE(call_, nullptr) << "it ended twice";
    call_ = nullptr;
    events.emplace_back("ended");
  }

  // While the call goes on.
  Call& call() const { return *call_; }
  bool has_ended() const { return call_ == nullptr; }

  // "message TEXT", "half-closed", "ended".
  std::vector<std::string> events;
  std::vector<std::string> messages;
  // "LEFT of QUEUED" at each OnFlushed, and the time of the last one.
  std::vector<std::string> flushes;
  Micros flushed_at{};

 private:
  Call* call_;
  const HandlerScript& script_;
};

// Gives each call a TestHandler, unless the test decides.
class TestRouter final : public CallRouter {
 public:
  std::shared_ptr<CallHandler> Route(Call& call) override {
    heads.push_back(call.head());
    if (on_route && !on_route(call)) return nullptr;
    handlers.push_back(std::make_shared<TestHandler>(call, script));
    return handlers.back();
  }

  // False when the call gets no handler.
  std::function<bool(Call&)> on_route;
  HandlerScript script;
  std::vector<CallHead> heads;
  std::vector<std::shared_ptr<TestHandler>> handlers;
};

}  // namespace flagfall::rpc

#endif  // TESTS_RPC_TEST_HANDLER_H_
