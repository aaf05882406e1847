#include "sample-bots/cpp/sdk/dispatcher.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "referee/base/mutex.h"
#include "sample-bots/cpp/sdk/game_table.h"

namespace flagfall::bot {

// The games of one thread, and what waits for it.
class Dispatcher::Worker {
 public:
  Worker(bool has_thread, const PlayerFactory& new_player, const Options& options) : table_(new_player, options) {
    if (has_thread) thread_ = std::thread([this] { Work(); });
  }

  ~Worker() {
    if (!thread_.joinable()) return;
    {
      const MutexLock lock(mutex_);
      stops_ = true;
    }
    changed_.NotifyOne();
    thread_.join();
  }

  void On(const v1::PlayResponse& message, const std::shared_ptr<Stream>& stream) {
    if (!thread_.joinable()) {
      Answer({message, stream});
      return;
    }
    {
      const MutexLock lock(mutex_);
      tasks_.push_back({message, stream});
    }
    changed_.NotifyOne();
  }

 private:
  struct Task {
    v1::PlayResponse message;
    // An answer goes to the stream that asked: after a break the referee asks anew.
    std::shared_ptr<Stream> stream;
    std::chrono::steady_clock::time_point arrived = std::chrono::steady_clock::now();
  };

  void Answer(const Task& task) {
    const auto waited = std::chrono::duration_cast<Micros>(std::chrono::steady_clock::now() - task.arrived);
    for (const v1::PlayRequest& request : table_.On(task.message, waited)) task.stream->Write(request);
  }

  void Work() {
    while (true) {
      Task task;
      {
        const MutexLock lock(mutex_);
        while (!stops_ && tasks_.empty()) changed_.Wait(mutex_);
        if (stops_) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      Answer(task);
    }
  }

  // Used by one thread only: the worker's own, or the reader's when it has none.
  GameTable table_;

  Mutex mutex_;
  CondVar changed_;
  // The referee lets at most a few messages a game wait.
  std::deque<Task> tasks_ ABSL_GUARDED_BY(mutex_);
  bool stops_ ABSL_GUARDED_BY(mutex_) = false;

  std::thread thread_;
};

Dispatcher::Dispatcher(int threads, const PlayerFactory& new_player, const Options& options) {
  for (int i = 0; i < std::max(threads, 1); ++i) {
    workers_.push_back(std::make_unique<Worker>(threads > 0, new_player, options));
  }
}

Dispatcher::~Dispatcher() = default;

void Dispatcher::On(const v1::PlayResponse& message, const std::shared_ptr<Stream>& stream) {
  if (message.has_ping()) {
    v1::PlayRequest request;
    request.mutable_pong()->set_nonce(message.ping().nonce());
    stream->Write(request);
    return;
  }
  const std::string& game_id = GameIdOf(message);
  if (!game_id.empty()) workers_[std::hash<std::string>()(game_id) % workers_.size()]->On(message, stream);
}

}  // namespace flagfall::bot
