#include "arena/web/sessions.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace flagfall::arena::web {
namespace {

using std::chrono::hours;

TEST(Sessions, TheOneThatWasUsedLongestAgoMakesRoom) {
  int last = 0;
  Sessions sessions([&last] { return std::to_string(++last); });
  for (std::size_t i = 0; i < Sessions::kMax; ++i) sessions.Begin("t", Micros(static_cast<std::int64_t>(i)));
  EXPECT_TRUE(sessions.TokenOf("1", hours(1)).has_value());
  sessions.Begin("t", hours(1));
  EXPECT_TRUE(sessions.TokenOf("1", hours(1)).has_value());
  EXPECT_FALSE(sessions.TokenOf("2", hours(1)).has_value());
  EXPECT_TRUE(sessions.TokenOf("3", hours(1)).has_value());
}

}  // namespace
}  // namespace flagfall::arena::web
