#include "arena/runner/core_pool.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/check.h"

namespace flagfall::arena::runner {

absl::StatusOr<std::unique_ptr<CorePool>> CorePool::Make(std::vector<Core> cores) {
  if (cores.size() < 2) {
    return absl::FailedPreconditionError(
        absl::StrCat("to give games cores of their own (--pin) takes one core for the referee and one at least for a "
                     "game, and this process may run on ",
                     cores.size(), " alone"));
  }
  return std::unique_ptr<CorePool>(new CorePool(std::move(cores)));
}

CorePool::CorePool(std::vector<Core> cores)
    : host_(cores.front()), size_(cores.size() - 1), free_(std::next(cores.begin()), cores.end()) {}

std::unique_ptr<CorePool::Claim> CorePool::Ask(std::size_t count, std::function<void()> on_granted) {
  FLAGFALL_CHECK(count > 0 && count <= size_);
  std::unique_ptr<Claim> claim(new Claim(*this, count, std::move(on_granted)));
  MutexLock lock(mutex_);
  waiting_.push_back(claim.get());
  Grant();
  return claim;
}

void CorePool::Grant() {
  while (!waiting_.empty() && waiting_.front()->count_ <= free_.size()) {
    Claim& claim = *waiting_.front();
    waiting_.pop_front();
    const auto end = std::next(free_.begin(), static_cast<std::ptrdiff_t>(claim.count_));
    claim.cores_.assign(free_.begin(), end);
    free_.erase(free_.begin(), end);
    claim.on_granted_();
  }
}

CorePool::Claim::~Claim() {
  MutexLock lock(pool_.mutex_);
  pool_.waiting_.remove(this);
  pool_.free_.insert(pool_.free_.end(), cores_.begin(), cores_.end());
  std::sort(pool_.free_.begin(), pool_.free_.end(),
            [](const Core& a, const Core& b) { return a.processors < b.processors; });
  pool_.Grant();
}

std::vector<Core> CorePool::Claim::cores() const {
  MutexLock lock(pool_.mutex_);
  return cores_;
}

}  // namespace flagfall::arena::runner
