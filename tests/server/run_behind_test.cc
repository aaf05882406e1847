#include "arena/server/run_behind.h"

#include <gtest/gtest.h>

#include <new>

namespace flagfall::arena {
namespace {

TEST(RunBehind, WhatTheWorkThrowsReachesTheCaller) {
  bool is_done = false;
  RunBehind([&] { is_done = true; });
  EXPECT_TRUE(is_done);
  EXPECT_THROW(RunBehind([] { throw std::bad_alloc(); }), std::bad_alloc);
}

}  // namespace
}  // namespace flagfall::arena
