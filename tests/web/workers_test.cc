#include "arena/web/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/support/wait.h"

namespace flagfall::arena::web {
namespace {

class WorkersTest : public testing::Test {
 protected:
  ~WorkersTest() override { is_released_ = true; }

  // Answers every path with itself. /slow... waits for the test; until then /later... is to be asked for again.
  WebAnswer Respond(const WebRequest& request) {
    ++begun_;
    if (request.path.starts_with("/slow")) {
      while (!is_released_) std::this_thread::yield();
    }
    if (request.path.starts_with("/later")) {
      ++asked_for_later_;
      if (!is_released_) return {.is_later = true};
    }
    return {.content = ContentOf("text/plain", request.path)};
  }
  void Ask(const std::string& path, std::optional<std::string> client) {
    EXPECT_TRUE(workers_.Answer({.path = path}, std::move(client), [this, path](const WebAnswer& answer) {
      EXPECT_EQ(answer.content->plain, path);
      ++answered_;
    }));
  }

  std::atomic<bool> is_released_ = false;
  std::atomic<int> begun_ = 0, answered_ = 0, asked_for_later_ = 0;
  Workers workers_{3, /*of_one_max=*/2, /*waiting_max=*/10,
                   [this](const WebRequest& request) { return Respond(request); }};
};

TEST_F(WorkersTest, OneClientDoesNotOccupyAllThreads) {
  for (const char* path : {"/slow1", "/slow2", "/slow3", "/slow4"}) Ask(path, "ann");
  Ask("/quick", "bob");
  EXPECT_TRUE(WaitFor([this] { return answered_ == 1; })) << "the third thread is for others";
  EXPECT_LE(begun_, 3) << "ann's two and bob's one";
  is_released_ = true;
  EXPECT_TRUE(WaitFor([this] { return answered_ == 5; }));
}

TEST_F(WorkersTest, AClientThatIsNotCountedMayOccupyAllThreads) {
  for (const char* path : {"/slow1", "/slow2", "/slow3"}) Ask(path, std::nullopt);
  EXPECT_TRUE(WaitFor([this] { return begun_ == 3; }));
  is_released_ = true;
  EXPECT_TRUE(WaitFor([this] { return answered_ == 3; }));
}

TEST_F(WorkersTest, ARequestForAPageThatIsBeingMadeIsTriedAgainWhenAJobHasEnded) {
  Ask("/slow", std::nullopt);
  Ask("/later", std::nullopt);
  EXPECT_TRUE(WaitFor([this] { return asked_for_later_ == 1; }));
  Ask("/quick", "bob");
  EXPECT_TRUE(WaitFor([this] { return answered_ == 1; }));
  EXPECT_LE(asked_for_later_, 2) << "not before a job has ended";
  EXPECT_TRUE(WaitFor([this] { return asked_for_later_ == 2; }));
  is_released_ = true;
  EXPECT_TRUE(WaitFor([this] { return answered_ == 3; }));
}

}  // namespace
}  // namespace flagfall::arena::web
