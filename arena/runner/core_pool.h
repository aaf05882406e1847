#ifndef ARENA_RUNNER_CORE_POOL_H_
#define ARENA_RUNNER_CORE_POOL_H_

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/base/cores.h"
#include "referee/base/mutex.h"

namespace flagfall::arena::runner {

// The cores of a machine where bots are bound to cores of their own. The first core is the host's, for the referee and
// all else that this process does. The others are given to games: each is one game's alone until it is over, so that no
// bot has to share a core, or its second thread, with another game or with its opponent.
//
// All methods may be called from any thread.
class CorePool {
 public:
  // The right to some cores, until it is destroyed: then they are free, or are not asked for any more.
  class Claim {
   public:
    ~Claim();
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

    // Empty until they are granted.
    std::vector<Core> cores() const;

   private:
    friend class CorePool;
    Claim(CorePool& pool, std::size_t count, std::function<void()> on_granted)
        : pool_(pool), count_(count), on_granted_(std::move(on_granted)) {}

    CorePool& pool_;
    const std::size_t count_;
    const std::function<void()> on_granted_;
    std::vector<Core> cores_;
  };

  // FAILED_PRECONDITION for fewer than two cores.
  static absl::StatusOr<std::unique_ptr<CorePool>> Make(std::vector<Core> cores);

  CorePool(const CorePool&) = delete;
  CorePool& operator=(const CorePool&) = delete;

  const Core& host() const { return host_; }
  // How many cores there are for games.
  std::size_t size() const { return size_; }

  // Asks for so many cores, at least one and at most size(). Whoever asks first is served first, also where a later one
  // wants fewer, so that nobody waits without end. `on_granted` is called once, on whichever thread made them free,
  // maybe before this returns, and must neither block nor call this. The pool must outlive the claim.
  std::unique_ptr<Claim> Ask(std::size_t count, std::function<void()> on_granted);

 private:
  explicit CorePool(std::vector<Core> cores);

  void Grant() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Core host_;
  const std::size_t size_;

  mutable Mutex mutex_;
  // In the order of their processors.
  std::vector<Core> free_ ABSL_GUARDED_BY(mutex_);
  // Those that have no cores yet, in the order in which they asked.
  std::list<Claim*> waiting_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace flagfall::arena::runner

#endif  // ARENA_RUNNER_CORE_POOL_H_
