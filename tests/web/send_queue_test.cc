#include "arena/web/send_queue.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include "referee/base/descriptor.h"

namespace flagfall::arena::web {
namespace {

class SendQueueTest : public testing::Test {
 protected:
  SendQueueTest() {
    int ends[2] = {-1, -1};
    ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
    near_ = Descriptor(ends[0]);
    far_ = Descriptor(ends[1]);
  }
  // Reads what has arrived at the far end.
  void Receive() {
    char bytes[64 * 1024];
    for (;;) {
      const ssize_t count = ::recv(far_.get(), bytes, sizeof bytes, MSG_DONTWAIT);
      if (count <= 0) return;
      received_.append(bytes, static_cast<std::size_t>(count));
    }
  }

  Descriptor near_, far_;
  SendQueue queue_;
  std::string received_;
};

TEST_F(SendQueueTest, PiecesArriveInTheirOrder) {
  const auto page = std::make_shared<const std::string>("a page and more");
  queue_.Add("head ");
  queue_.Add(page, absl::string_view(*page).substr(0, 6));
  queue_.Add(std::string());
  queue_.Add(std::make_shared<const std::string>(" event"));
  EXPECT_EQ(queue_.size(), 17u);
  EXPECT_TRUE(queue_.SendTo(near_.get()));
  EXPECT_TRUE(queue_.empty());
  Receive();
  EXPECT_EQ(received_, "head a page event");
  EXPECT_EQ(page.use_count(), 1) << "what was sent is let go";
}

TEST_F(SendQueueTest, WhatTheSocketDoesNotTakeWaits) {
  std::string all;
  for (int i = 0; i < 40; ++i) {
    const std::string piece(static_cast<std::size_t>(50'000 + i), static_cast<char>('a' + i % 26));
    all += piece;
    queue_.Add(piece);
  }
  EXPECT_TRUE(queue_.SendTo(near_.get()));
  EXPECT_FALSE(queue_.empty()) << "the kernel holds less";
  while (!queue_.empty()) {
    Receive();
    ASSERT_TRUE(queue_.SendTo(near_.get()));
  }
  Receive();
  EXPECT_TRUE(received_ == all);
}

TEST_F(SendQueueTest, AClosedConnectionIsTold) {
  far_ = Descriptor();
  queue_.Add("x");
  EXPECT_FALSE(queue_.SendTo(near_.get()));
}

}  // namespace
}  // namespace flagfall::arena::web
