#ifndef TESTS_SUPPORT_NUMBER_FROM_H_
#define TESTS_SUPPORT_NUMBER_FROM_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>

#include "absl/strings/numbers.h"

namespace flagfall {

// The number in the environment variable, or `otherwise` where it is not set. Fails the test where it is none.
inline std::uint64_t NumberFrom(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  std::uint64_t number = otherwise;
  if (text == nullptr) return number;
  EXPECT_TRUE(absl::SimpleAtoi(text, &number)) << variable << "=" << text << ": give a number";
  return number;
}

// The same for a number of games or seeds. Fails the test where it is 0 too, since nothing would be tried.
inline int CountFrom(const char* variable, int otherwise) {
  const std::uint64_t number = NumberFrom(variable, static_cast<std::uint64_t>(otherwise));
  EXPECT_GT(number, 0) << variable << ": give a number above 0";
  return static_cast<int>(number);
}

}  // namespace flagfall

#endif  // TESTS_SUPPORT_NUMBER_FROM_H_
