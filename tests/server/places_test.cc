#include "arena/server/places.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "tests/support/status_matchers.h"

namespace flagfall::arena {
namespace {

using absl::StatusCode;

TEST(Places, AreSoManyInAllAndSoManyOfOneCaller) {
  Places places("uploads", {.all = 3, .of_one = 2});
  std::vector<Places::Place> anns;
  for (int i = 0; i < 2; ++i) anns.push_back(places.Take("ann").value());
  EXPECT_THAT(places.Take("ann"),
              IsError(StatusCode::kResourceExhausted, "as many uploads as there may be at once (3"));
  std::optional<Places::Place> bobs(places.Take("bob").value());
  EXPECT_THAT(places.Take("cid"), IsError(StatusCode::kResourceExhausted, "2 of one caller"));
  anns.pop_back();
  EXPECT_THAT(places.Take("cid"), IsOk()) << "a place that was given back is the next one's";
  bobs.reset();
  EXPECT_THAT(places.Take("ann"), IsOk());
}

TEST(Places, OneThatWasHandedOnIsGivenBackOnce) {
  Places places("uploads", {.all = 1, .of_one = 1});
  {
    Places::Place taken = places.Take("ann").value();
    const Places::Place held = std::move(taken);
    EXPECT_FALSE(places.Take("bob").ok());
  }
  EXPECT_THAT(places.Take("bob"), IsOk());
}

}  // namespace
}  // namespace flagfall::arena
