#include "arena/server/low_priority.h"

#include <gtest/gtest.h>

#include <new>

namespace flagfall::arena::server {
namespace {

TEST(RunAtLowPriority, WhatTheWorkThrowsReachesTheCaller) {
  bool is_done = false;
  RunAtLowPriority([&] { is_done = true; });
  EXPECT_TRUE(is_done);
  EXPECT_THROW(RunAtLowPriority([] { throw std::bad_alloc(); }), std::bad_alloc);
}

}  // namespace
}  // namespace flagfall::arena::server
