#include "arena/tournament/challenge.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "arena/tournament/format_spec.h"
#include "arena/tournament/spec.h"
#include "tests/support/status_matchers.h"

namespace flagfall::arena::tournament {
namespace {

using absl::StatusCode;
using Mode = ChallengeLimits::Mode;

v1::TournamentSpec Asked() {
  v1::TournamentSpec spec;
  spec.add_bots("mine");
  spec.add_bots("other");
  spec.mutable_ruleset()->set_id("barrage");
  return spec;
}

SpecSurroundings SurroundingsOf(const std::string& challenger) {
  return {.cores = 6, .draw_seed = [] { return std::uint64_t{4711}; }, .challenger = challenger};
}

TEST(Challenge, HasTheDefaultsOfOneAndIsNotRatedUnlessItAsksForIt) {
  const auto spec = ChallengeSpec(Asked(), {.games_at_once = 3});
  ASSERT_THAT(spec, IsOk());
  EXPECT_EQ(spec->games(), kDefaultGames);
  EXPECT_EQ(spec->concurrency(), 3u);
  EXPECT_TRUE(spec->has_rated() && !spec->rated());
  v1::TournamentSpec asked = Asked();
  asked.set_rated(true);
  EXPECT_THAT(ChallengeSpec(asked, {}), IsError(StatusCode::kFailedPrecondition, "does not rate challenges"));
  EXPECT_TRUE(ChallengeSpec(asked, {.mode = Mode::kRated})->rated());
  EXPECT_FALSE(ChallengeSpec(Asked(), {.mode = Mode::kRated})->rated());
  EXPECT_THAT(ChallengeSpec(Asked(), {.mode = Mode::kOff}), IsError(StatusCode::kFailedPrecondition, "no challenges"));
}

// Each field of a spec is one that a challenge may set, or is refused by its name.
TEST(Challenge, RefusesEachFieldThatIsAHostsToSet) {
  const google::protobuf::Descriptor* const fields = v1::TournamentSpec::descriptor();
  int refused = 0;
  for (int i = 0; i < fields->field_count(); ++i) {
    const google::protobuf::FieldDescriptor* const field = fields->field(i);
    v1::TournamentSpec asked = Asked();
    const google::protobuf::Reflection* const set = asked.GetReflection();
    if (field->name() == "policy") asked.mutable_policy()->set_max_plies(9);
    if (field->name() == "sprt") asked.mutable_sprt();
    if (field->name() == "tuning") asked.mutable_tuning();
    if (field->name() == "format") asked.set_format(v1::TournamentSpec::FORMAT_LADDER);
    if (field->name() == "challenger") asked.set_challenger("ann");
    if (!field->is_repeated() && field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_UINT32)
      set->SetUInt32(&asked, field, 2);
    if (field->name() == "name") asked.set_name("Spring Championship");
    if (field->name() == "seed") asked.set_seed(7);
    if (field->name() == "third_place") asked.set_third_place(true);
    if (field->name() == "rate_forfeits") asked.set_rate_forfeits(true);
    const auto spec = ChallengeSpec(asked, {});
    if (spec.ok()) continue;
    EXPECT_THAT(spec, IsError(StatusCode::kInvalidArgument, field->name() + ": is not for a challenge to set"));
    ++refused;
  }
  EXPECT_EQ(refused, 19);
}

TEST(Challenge, IsOfTwoBotsInAModestTimeWithTheStandardBookAtMost) {
  v1::TournamentSpec three = Asked();
  three.add_bots("third");
  EXPECT_THAT(ChallengeSpec(three, {}), IsError(StatusCode::kInvalidArgument, "bots: 3 given"));
  v1::TournamentSpec single = Asked();
  single.set_games(1);
  for (const char* control : {"1800+60", "st=60", "600+10 setup=900"}) {
    single.set_time_control(control);
    EXPECT_THAT(ChallengeSpec(single, {}), IsOk()) << control;
  }
  for (const char* control : {"1801+60", "1800+61", "st=61", "600+10 setup=901", "40/120"}) {
    single.set_time_control(control);
    EXPECT_THAT(ChallengeSpec(single, {}), IsError(StatusCode::kInvalidArgument, "at most 1800+60 or st=60"))
        << control;
  }
  for (const char* control : {"120+1", "st=1", "120+1 setup=60"}) {
    v1::TournamentSpec asked = Asked();
    asked.set_time_control(control);
    EXPECT_THAT(ChallengeSpec(asked, {}), IsOk()) << control;
  }
  for (const char* control : {"121+1", "60+1.1", "st=2", "40/60+1", "60+1 setup=61"}) {
    v1::TournamentSpec asked = Asked();
    asked.set_time_control(control);
    EXPECT_THAT(ChallengeSpec(asked, {}), IsError(StatusCode::kInvalidArgument, "is too long for a challenge"));
  }
  // Scaled, it may last four times as long.
  for (const char* control : {"30+0.25", "st=0.25 setup=15", ""}) {
    v1::TournamentSpec asked = Asked();
    asked.set_time_control(control);
    asked.set_time_control_reference(100'000);
    EXPECT_THAT(ChallengeSpec(asked, {}), IsOk()) << control;
  }
  for (const char* control : {"31+0.25", "30+0.26", "30+0.1 setup=16"}) {
    v1::TournamentSpec asked = Asked();
    asked.set_time_control(control);
    asked.set_time_control_reference(100'000);
    EXPECT_THAT(ChallengeSpec(asked, {}), IsError(StatusCode::kInvalidArgument, "at most 30+0.25 or st=0.25"));
  }
  v1::TournamentSpec asked = Asked();
  asked.set_book("standard");
  EXPECT_THAT(ChallengeSpec(asked, {}), IsOk());
  asked.set_book("FLAG\nSPY\n");
  EXPECT_THAT(ChallengeSpec(asked, {}), IsError(StatusCode::kInvalidArgument, "book: "));
}

TEST(Challenge, OfABotToItselfIsOfTwoPlayersAndNeverRated) {
  v1::TournamentSpec asked = Asked();
  asked.set_bots(1, asked.bots(0));
  const auto challenge = ChallengeSpec(asked, {});
  ASSERT_THAT(challenge, IsOk());
  EXPECT_EQ(challenge->bots(1), asked.bots(0) + "#2");
  EXPECT_THAT(CompleteSpec(*challenge, SurroundingsOf("ann")), IsOk());
  asked.set_rated(true);
  const auto rated = ChallengeSpec(asked, {.mode = ChallengeLimits::Mode::kRated});
  ASSERT_THAT(rated, IsOk());
  EXPECT_THAT(
      CompleteSpec(*rated, SurroundingsOf("ann")),
      IsError(StatusCode::kInvalidArgument, "games of a bot against itself are never rated; leave out --rated"));
}

TEST(Challenge, GivesItsFirstBotTheSideThatIsAskedFor) {
  for (const v1::Side side : {v1::SIDE_RED, v1::SIDE_BLUE}) {
    for (std::uint64_t first = 0; first < 40; ++first) {
      auto challenge = ChallengeSpec(Asked(), {});
      ASSERT_THAT(challenge, IsOk());
      std::uint64_t next = first;
      ASSERT_THAT(ChooseSide(
                      side, [&next] { return next++; }, *challenge),
                  IsOk());
      EXPECT_NE(challenge->seed(), 0u);
      const auto complete = CompleteSpec(*challenge, SurroundingsOf("ann"));
      ASSERT_THAT(complete, IsOk());
      const std::vector<Pairing> games = MakeFormat(*complete)->NextPairings();
      EXPECT_EQ(side == v1::SIDE_RED ? games.front().red : games.front().blue, 0);
    }
  }
}

TEST(Challenge, ChoosesNoSideWhereNoneIsAskedForOrNoneCanBeKept) {
  const auto draw = [] { return std::uint64_t{1}; };
  v1::TournamentSpec challenge = Asked();
  EXPECT_THAT(ChooseSide(v1::SIDE_UNSPECIFIED, draw, challenge), IsOk());
  EXPECT_EQ(challenge.seed(), 0u);
  EXPECT_THAT(ChooseSide(static_cast<v1::Side>(7), draw, challenge),
              IsError(StatusCode::kInvalidArgument, "field side: 7 is no side"));
  challenge.mutable_start_time()->set_seconds(1);
  EXPECT_THAT(ChooseSide(v1::SIDE_RED, draw, challenge),
              IsError(StatusCode::kInvalidArgument, "leave out side or start_time"));
}

TEST(Challenge, HasAPoolOfItsOwnAndLessWeightThanAnyTournament) {
  v1::TournamentSpec asked = Asked();
  const auto tournament = CompleteSpec(asked, SurroundingsOf(""));
  const auto challenge = CompleteSpec(asked, SurroundingsOf("ann"));
  ASSERT_THAT(challenge, IsOk());
  EXPECT_EQ(challenge->challenger(), "ann");
  EXPECT_EQ(challenge->name(), "barrage, challenge by ann");
  EXPECT_EQ(PoolOf(*tournament), "barrage");
  EXPECT_EQ(PoolOf(*challenge), "barrage[open]");
  EXPECT_GT(WeightOf(*tournament), WeightOf(*challenge));
  EXPECT_GT(WeightOf(*challenge), 0);
  v1::RulesetOption& option = *asked.mutable_ruleset()->add_options();
  option.set_name("two_squares");
  option.set_value("2");
  EXPECT_EQ(PoolOf(*CompleteSpec(asked, SurroundingsOf("ann"))), "barrage[open,two_squares=2]");
  asked.set_challenger("ann");
  EXPECT_THAT(CompleteSpec(asked, SurroundingsOf("")), IsError(StatusCode::kInvalidArgument, "challenger: is set by"));
}

}  // namespace
}  // namespace flagfall::arena::tournament
