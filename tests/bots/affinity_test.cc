#include "arena/bots/affinity.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "arena/bots/supervisor/process_tree.h"

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

std::vector<int> ProcessorsOf(pid_t thread) {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> processors;
  if (::sched_getaffinity(thread, sizeof(set), &set) != 0) return processors;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &set)) processors.push_back(processor);
  }
  return processors;
}

// A shell that starts others, one of which starts a new one again and again, until they are killed.
class Tree {
 public:
  Tree() {
    root_ = ::fork();
    // In both, since either may run first.
    ::setpgid(root_, root_);
    if (root_ != 0) return;
    ::execl("/bin/sh", "sh", "-c", "sleep 1000 & (sleep 1000 & while :; do sleep 0.02; done) & wait", nullptr);
    ::_exit(127);
  }
  // The kernel signals a group as a whole: no member of it starts another meanwhile.
  ~Tree() {
    ::kill(-root_, SIGKILL);
    ::waitpid(root_, nullptr, 0);
  }

  pid_t root() const { return root_; }
  std::vector<pid_t> All() const {
    std::vector<pid_t> all = supervisor::DescendantsOf(root_);
    all.push_back(root_);
    return all;
  }

 private:
  pid_t root_ = 0;
};

TEST(Affinity, BindsWholeTreesAndWhatTheyStartLater) {
  const std::vector<int> before = ProcessorsOf(0);
  if (before.size() < 2) GTEST_SKIP() << "this process may run on one processor only";
  const Tree tree;
  while (tree.All().size() < 4) std::this_thread::yield();
  for (const int processor : {before.back(), before.front()}) {
    ASSERT_TRUE(BindProcesses(tree.root(), {processor}));
    // Those that are there, and some that come.
    for (int i = 0; i < 50; ++i) {
      for (const pid_t process : tree.All()) {
        const std::vector<int> bound = ProcessorsOf(process);
        // It may have ended.
        if (bound.empty()) continue;
        ASSERT_EQ(bound, std::vector<int>{processor});
      }
    }
  }
  EXPECT_EQ(ProcessorsOf(0), before) << "this process is not one of them";
}

TEST(Affinity, BindsAllThreads) {
  const std::vector<int> before = ProcessorsOf(0);
  if (before.size() < 2) GTEST_SKIP() << "this process may run on one processor only";
  std::atomic<bool> is_over = false;
  std::atomic<pid_t> other = 0;
  std::thread thread([&] {
    other = ::gettid();
    while (!is_over) std::this_thread::yield();
  });
  while (other == 0) std::this_thread::yield();
  EXPECT_TRUE(BindProcesses(::getpid(), {before.back()}));
  EXPECT_EQ(ProcessorsOf(other), std::vector<int>{before.back()});
  EXPECT_EQ(ProcessorsOf(::gettid()), std::vector<int>{before.back()});
  EXPECT_TRUE(BindProcesses(::getpid(), before));
  is_over = true;
  thread.join();
  EXPECT_EQ(ProcessorsOf(0), before);
}

TEST(Affinity, OfAProcessorThatIsNotThereIsRefused) {
  const Tree tree;
  EXPECT_FALSE(BindProcesses(tree.root(), {CPU_SETSIZE - 1}));
}

}  // namespace
}  // namespace flagfall::arena::bots
