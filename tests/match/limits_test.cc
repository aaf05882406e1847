// One over each limit of limits.h that is not tested where its clause is.
#include "referee/match/limits.h"

#include "referee/match/messages.h"
#include "tests/match/driver.h"

namespace flagfall {
namespace {

TEST(Limits, ASpecOutsideOfThemMakesNoMatch) {
  const struct {
    const char* error;
    void (*spoil)(MatchSpec&);
  } kRows[] = {
      {"the seed has 31 bytes; it must have 32", [](MatchSpec& spec) { spec.seed.pop_back(); }},
      {"the seed has 33 bytes", [](MatchSpec& spec) { spec.seed.push_back('x'); }},
      {"the game id has 0 bytes", [](MatchSpec& spec) { spec.game_id.clear(); }},
      {"the game id has 257 bytes", [](MatchSpec& spec) { spec.game_id.assign(kGameIdBytesMax + 1, 'g'); }},
      {"the base must be above 0", [](MatchSpec& spec) { spec.time_control.clear_base_micros(); }},
      {"the set-up time must be above 0", [](MatchSpec& spec) { spec.time_control.clear_set_up_micros(); }},
      {"illegal_retries is 101", [](MatchSpec& spec) { spec.policy.set_illegal_retries(kIllegalRetriesMax + 1); }},
      {"disconnect_grace is -1", [](MatchSpec& spec) { spec.policy.set_disconnect_grace_micros(-1); }},
      {"disconnect_grace is 86400000001",
       [](MatchSpec& spec) { spec.policy.set_disconnect_grace_micros(kDisconnectGraceMax.count() + 1); }},
      {"host_delay_max is 3600000001",
       [](MatchSpec& spec) { spec.policy.set_host_delay_max_micros(kHostDelayMaxMax.count() + 1); }},
  };
  for (const auto& row : kRows) {
    MatchSpec spec = CountingSpec();
    row.spoil(spec);
    EXPECT_THAT(Match::Create(spec, NewCountingGame, Micros(0)),
                IsError(absl::StatusCode::kInvalidArgument, row.error));
  }
}

TEST(Limits, TheFactorysErrorIsHandedOn) {
  const GameFactory factory = [](const v1::Ruleset&, absl::string_view) {
    return absl::StatusOr<std::unique_ptr<Game>>(absl::NotFoundError("no such ruleset"));
  };
  EXPECT_THAT(Match::Create(CountingSpec(), factory, Micros(0)), IsError(absl::StatusCode::kNotFound, "no such"));
}

TEST(Limits, ACommentIsCutAtTheEndOfACharacter_1_4) {
  const std::string e_acute = "\xC3\xA9";
  const struct {
    std::string comment;
    std::size_t bytes;
  } kRows[] = {
      {std::string(kCommentBytesMax, 'x'), kCommentBytesMax},
      {std::string(kCommentBytesMax + 1, 'x'), kCommentBytesMax},
      {std::string(kCommentBytesMax - 1, 'x') + e_acute, kCommentBytesMax - 1},
      {std::string(kCommentBytesMax - 2, 'x') + e_acute + "y", kCommentBytesMax},
  };
  for (const auto& row : kRows) {
    Driver driver;
    driver.BeginPlay();
    driver.Act(kRed, 2, CountingGame::Count(0, 1), Micros(0), row.comment);
    EXPECT_EQ(driver.LastEntry().acted().comment(), row.comment.substr(0, row.bytes));
    driver.Resign(kRed);
    driver.ExpectOver(v1::RESULT_BLUE_WINS, v1::REASON_RESIGNED);
  }
  EXPECT_EQ(CutToBytes("\x80\x80\x80", 2), "") << "also of bytes that are no text";
}

}  // namespace
}  // namespace flagfall
