#include "arena/web/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/status_matchers.h"

namespace flagfall::arena::web {
namespace {

using testing::ElementsAre;

TEST(Parameters, OfGamesAreReadByTheirNames) {
  const auto request = GamesRequest({{"bot", "ann@3"},
                                     {"opponent", "bob"},
                                     {"tournament_id", "7"},
                                     {"ruleset_id", "duel"},
                                     {"result", "draw"},
                                     {"reason", "flag_captured"},
                                     {"plies_min", "10"},
                                     {"plies_max", ""},
                                     {"start_time_min", "2026-01-31T12:00:00Z"},
                                     {"page_size", "20"},
                                     {"page_token", "88"}});
  ASSERT_THAT(request, IsOk());
  EXPECT_EQ(request->bot(), "ann@3");
  EXPECT_EQ(request->opponent(), "bob");
  EXPECT_EQ(request->tournament_id(), 7u);
  EXPECT_EQ(request->result(), v1::RESULT_DRAW);
  EXPECT_EQ(request->reason(), v1::REASON_FLAG_CAPTURED);
  EXPECT_EQ(request->plies_min(), 10u);
  EXPECT_EQ(request->plies_max(), 0u);
  EXPECT_EQ(request->start_time_min().seconds(), 1'769'860'800);
  EXPECT_FALSE(request->has_start_time_max());
  EXPECT_EQ(request->page_size(), 20u);
  EXPECT_EQ(request->page_token(), "88");
}

TEST(Parameters, WhatIsWrongIsNamed) {
  const struct {
    ParameterMap parameters;
    const char* saying;
  } kRows[] = {
      {{{"bots", "ann"}}, "parameter bots: there is no such parameter here; there are bot, opponent"},
      {{{"bot", "ann"}, {"bot", "bob"}}, "parameter bot: comes more than once"},
      {{{"bot", "../../etc/passwd"}}, "parameter bot: '../../etc/passwd' is no bot's name"},
      {{{"bot", "ann@0"}}, "is no bot's name"},
      {{{"bot", "#2"}}, "is no bot's name"},
      {{{"bot", "ann#03"}}, "is no bot's name"},
      {{{"bot", "ann#2@3"}}, "is no bot's name"},
      {{{"bot", "ann@"}}, "is no bot's name"},
      {{{"bot", "ann@1234567890"}}, "is no bot's name"},
      {{{"opponent", "<b>"}}, "parameter opponent"},
      {{{"ruleset_id", "a b"}}, "parameter ruleset_id"},
      {{{"result", "lost"}}, "red_wins"},
      {{{"reason", "boredom"}}, "flag_captured"},
      {{{"plies_min", "-1"}}, "parameter plies_min"},
      {{{"plies_max", "4294967296"}}, "parameter plies_max"},
      {{{"tournament_id", "1e3"}}, "parameter tournament_id"},
      {{{"page_size", " 5"}}, "parameter page_size"},
      {{{"start_time_min", "yesterday"}}, "parameter start_time_min: is no time as in 2026-01-31T12:00:00Z"},
      {{{"start_time_max", "2026-13-01T00:00:00Z"}}, "parameter start_time_max"},
      {{{"bot", "\xff"}}, "UTF-8"},
      {{{"\xc3", "1"}}, "UTF-8"},
  };
  for (const auto& row : kRows) {
    EXPECT_THAT(GamesRequest(row.parameters), IsError(absl::StatusCode::kInvalidArgument, row.saying));
  }
  EXPECT_THAT(CheckParameters({{"x", "1"}}, {}), IsError(absl::StatusCode::kInvalidArgument, "there are none here"));
  EXPECT_THAT(TournamentsRequest({{"bot", "ann"}}),
              IsError(absl::StatusCode::kInvalidArgument, "page_size, page_token"));
}

TEST(Parameters, PathsAreDecodedPartByPart) {
  EXPECT_THAT(PathParts("bots/ann%403").value(), ElementsAre("bots", "ann@3"));
  EXPECT_THAT(PathParts("a%2Fb/c").value(), ElementsAre("a/b", "c")) << "an encoded slash parts nothing";
  EXPECT_THAT(PathParts("").value(), ElementsAre(""));
  for (const char* broken : {"%", "%4", "%zz", "a%2", "%ff", "%c3%28"}) {
    EXPECT_EQ(PathParts(broken).status().code(), absl::StatusCode::kInvalidArgument) << broken;
  }
}

TEST(Parameters, IdsAreLookedAtBeforeAnythingIsLookedUp) {
  for (const char* id : {"1-1", "4294967295-4294967295"}) EXPECT_THAT(CheckGameId(id), IsOk());
  for (const char* id : {"", "1", "-", "1-", "-1", "0-1", "1-0", "01-1", "1-1-1", "1-a", "../1-1", "1-12345678901",
                         "1- 1", "+1-1", "1-4294967296"}) {
    EXPECT_THAT(CheckGameId(id), IsError(absl::StatusCode::kInvalidArgument, "is no game's id")) << id;
  }
  for (const char* pool : {"classic", "classic[chase=off,two_squares=2]"}) EXPECT_THAT(CheckPool(pool), IsOk());
  for (const char* pool : {"", "../x", "a b", "a\n"}) {
    EXPECT_THAT(CheckPool(pool), IsError(absl::StatusCode::kInvalidArgument, "is no pool's name")) << pool;
  }
  EXPECT_THAT(CheckPool(std::string(257, 'a')), IsError(absl::StatusCode::kInvalidArgument, "pool"));
  EXPECT_EQ(PositiveNumber("4294967295", "tournament").value(), 4294967295u);
  for (const char* id : {"", "0", "-1", "1x", "4294967296", "99999999999"}) {
    EXPECT_THAT(PositiveNumber(id, "tournament"),
                IsError(absl::StatusCode::kInvalidArgument, "is no number of a tournament"));
  }
}

}  // namespace
}  // namespace flagfall::arena::web
