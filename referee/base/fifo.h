#ifndef REFEREE_BASE_FIFO_H_
#define REFEREE_BASE_FIFO_H_

#include <cstddef>
#include <utility>
#include <vector>

namespace flagfall {

// A queue that takes no memory while it is empty, for what each connection has and seldom fills: an empty std::deque
// takes half a kilobyte. The operations are those of std::deque, with the same meaning; each takes constant time on
// average.
template <class T>
class Fifo {
 public:
  bool empty() const { return first_ == items_.size(); }
  std::size_t size() const { return items_.size() - first_; }
  T& operator[](std::size_t index) { return items_[first_ + index]; }
  T& front() { return items_[first_]; }
  const T& front() const { return items_[first_]; }
  T& back() { return items_.back(); }

  void push_back(T item) { items_.push_back(std::move(item)); }
  void pop_front() {
    // Now and not later, since it may hold memory.
    items_[first_++] = T();
    if (empty()) return clear();
    // What is through goes when it is the larger part, so that each item is moved at most once on average.
    if (first_ < kFew || 2 * first_ < items_.size()) return;
    items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(first_));
    first_ = 0;
  }
  void clear() {
    first_ = 0;
    if (items_.capacity() > kFew) {
      items_ = std::vector<T>();
    } else {
      items_.clear();
    }
  }

 private:
  // The memory for so many is kept when the queue is empty again.
  static constexpr std::size_t kFew = 16;

  std::vector<T> items_;
  // Of these, the first that is still there.
  std::size_t first_ = 0;
};

}  // namespace flagfall

#endif  // REFEREE_BASE_FIFO_H_
