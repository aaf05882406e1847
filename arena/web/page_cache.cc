#include "arena/web/page_cache.h"

#include <utility>

namespace flagfall::arena {
namespace {

constexpr std::chrono::milliseconds kMoment{500};
constexpr int kAgeOverCost = 10;
// What a page takes beside its bytes.
constexpr std::size_t kPageBytes = 512;

}  // namespace

absl::StatusOr<std::shared_ptr<const Content>> PageCache::Get(const std::string& name, Freshness freshness,
                                                              std::int64_t ledger, const Make& make) {
  {
    MutexLock lock(mutex_);
    while (in_the_making_.contains(name)) made_.Wait(mutex_);
    if (const auto found = by_name_.find(name); found != by_name_.end() && IsGood(*found->second, freshness, ledger)) {
      pages_.splice(pages_.begin(), pages_, found->second);
      return found->second->content;
    }
    in_the_making_.insert(name);
  }
  const Time begun = now_();
  absl::StatusOr<std::shared_ptr<const Content>> content = make();
  const Time made = now_();
  MutexLock lock(mutex_);
  in_the_making_.erase(name);
  made_.NotifyAll();
  if (content.ok()) Keep({.name = name, .content = *content, .ledger = ledger, .made = made, .cost = made - begun});
  return content;
}

bool PageCache::IsGood(const Page& page, Freshness freshness, std::int64_t ledger) const {
  const auto age = now_() - page.made;
  if (freshness == Freshness::kForever || age < kAgeOverCost * page.cost) return true;
  return freshness == Freshness::kLedger ? page.ledger == ledger : age < kMoment;
}

void PageCache::Keep(Page page) {
  if (const auto found = by_name_.find(page.name); found != by_name_.end()) Drop(found->second);
  bytes_ += page.content->size() + kPageBytes;
  pages_.push_front(std::move(page));
  by_name_[pages_.front().name] = pages_.begin();
  while (bytes_ > bytes_max_) Drop(std::prev(pages_.end()));
}

void PageCache::Drop(std::list<Page>::iterator page) {
  bytes_ -= page->content->size() + kPageBytes;
  by_name_.erase(page->name);
  pages_.erase(page);
}

}  // namespace flagfall::arena
