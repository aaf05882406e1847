#include "arena/store/time_limit.h"

#include <sqlite3.h>

namespace flagfall::arena::store {
namespace {

// How many steps SQLite's virtual machine runs between two looks at the clock; they take some microseconds.
constexpr int kStepsPerLook = 1000;

}  // namespace

TimeLimit::TimeLimit(Database& database, std::chrono::milliseconds time)
    : database_(database), end_(std::chrono::steady_clock::now() + time) {
  const auto is_over = [](void* limit) { return static_cast<const TimeLimit*>(limit)->IsOver() ? 1 : 0; };
  sqlite3_progress_handler(database_.connection(), kStepsPerLook, is_over, this);
}

TimeLimit::~TimeLimit() { sqlite3_progress_handler(database_.connection(), 0, nullptr, nullptr); }

}  // namespace flagfall::arena::store
