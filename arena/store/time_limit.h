#ifndef ARENA_STORE_TIME_LIMIT_H_
#define ARENA_STORE_TIME_LIMIT_H_

#include <chrono>

#include "arena/store/database.h"

namespace flagfall::arena::store {

// While it lives, statements of the database fail with DEADLINE_EXCEEDED once the time is over. It is for requests that
// anybody may send and that may read a lot. A database can have at most one, which must not outlive it.
class TimeLimit {
 public:
  TimeLimit(Database& database, std::chrono::milliseconds time);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

 private:
  bool IsOver() const { return std::chrono::steady_clock::now() >= end_; }

  Database& database_;
  const std::chrono::steady_clock::time_point end_;
};

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_TIME_LIMIT_H_
