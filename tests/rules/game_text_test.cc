#include "referee/rules/game_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/record.h"
#include "referee/rules/replay_text.h"
#include "tests/rules/random_record.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char kStudy[] =
    "ruleset classic   # a study\n"
    "free\n"
    "\n"
    "setup red  a4=5 j1=F\n"
    "setup blue j8=5 j10=F\n";

std::string Replayed(absl::string_view text, bool lists_plies = true) {
  std::ostringstream out;
  const absl::Status status = ReplayText(text, lists_plies, out);
  return absl::StrCat(out.str(), status.ok() ? "" : status.ToString(absl::StatusToStringMode::kWithNoExtraData));
}

TEST(ReplayText, ListsEveryPositionTheLastIncluded) {
  EXPECT_EQ(Replayed(absl::StrCat(kStudy, "1 a4-a5\n")),
            "{\"ply\":1,\"side\":\"red\",\"legal\":[\"a4-a3\",\"a4-b4\",\"a4-a5\"],\"barred\":[]}\n"
            "{\"ply\":2,\"side\":\"blue\",\"legal\":[\"j8-j7\",\"j8-i8\",\"j8-j9\"],\"barred\":[]}\n"
            "{\"result\":null,\"reason\":null}\n");
}

TEST(ReplayText, NamesWhatIsBarred) {
  const std::string text = absl::StrCat(kStudy, "1 a4-a5\n2 j8-j7\n3 a5-a4\n4 j7-j8\n5 a4-a5\n6 j8-i8\n");
  EXPECT_THAT(Replayed(text), HasSubstr("{\"ply\":7,\"side\":\"red\",\"legal\":[\"a5-b5\",\"a5-a6\"],"
                                        "\"barred\":[{\"ply\":\"a5-a4\",\"clause\":\"R3.2\"}]}\n"));
  std::ostringstream out;
  const absl::Status status = ReplayText(text + "7 a5-a4\n", true, out);
  EXPECT_THAT(status, IsError(absl::StatusCode::kInvalidArgument, "R3.2: ply 7: a5-a4"));
  EXPECT_EQ(ClauseOf(status), "R3.2");
  EXPECT_THAT(out.str(), testing::Not(HasSubstr("result")));
}

TEST(ReplayText, NamesAllRulesetsWhenOneIsUnknown) {
  std::ostringstream out;
  const absl::Status status = ReplayText("# mine\nruleset chess\n", /*lists_plies=*/false, out);
  EXPECT_THAT(status, IsError(absl::StatusCode::kInvalidArgument, "line 2: no ruleset `chess`; there are classic, "));
  for (const auto& definition : Catalogue()) EXPECT_THAT(status.message(), HasSubstr(definition->info().id));
}

TEST(ReplayText, EndsWithTheResult) {
  const std::string text = "ruleset classic\nfree\nsetup red a1=S j1=F\nsetup blue a2=F\n1 a1-a2\n";
  EXPECT_THAT(Replayed(text), EndsWith("{\"ply\":2,\"side\":\"blue\",\"legal\":[],\"barred\":[]}\n"
                                       "{\"result\":\"red_wins\",\"reason\":\"flag_captured\"}\n"));
  EXPECT_EQ(Replayed(text, false), "{\"result\":\"red_wins\",\"reason\":\"flag_captured\"}\n");
  EXPECT_THAT(Replayed(text + "2 a2-a1\n"), HasSubstr("R5: ply 2: the game is over"));
  EXPECT_THAT(Replayed("ruleset classic\nfree\nmove blue\nsetup red a1=S\nsetup blue a2=F\n"),
              EndsWith("{\"result\":\"red_wins\",\"reason\":\"no_legal_ply\"}\n"));
}

// A game of cards up to the first turn: the seed deals these cards to these players.
constexpr char kCards[] =
    "ruleset cards\n"
    "seed 750fd88f0a5a7149673a62c7a4b09795d9e10aa3a1711ae69db793e99db2c0af\n"
    "blue front S B 5 4 M\n"
    "red front 6 7 B 2 F\n";

TEST(ReplayText, ListsEveryDecisionOfAGameThatIsNoneOfABoard) {
  // R7.4, R7.6, R7.8: three cards of Red's can attack, the Scout may peek at any two places, and the Flag is there.
  EXPECT_EQ(Replayed(kCards),
            "{\"action\":1,\"side\":\"red\",\"kind\":\"set_up\",\"legal\":null}\n"
            "{\"action\":1,\"side\":\"blue\",\"kind\":\"set_up\",\"legal\":null}\n"
            "{\"action\":2,\"side\":\"red\",\"kind\":\"set_up\",\"legal\":null}\n"
            "{\"action\":3,\"side\":\"red\",\"kind\":\"turn\",\"legal\":["
            "\"attack 1-1\",\"attack 1-2\",\"attack 1-3\",\"attack 1-4\",\"attack 1-5\","
            "\"attack 2-1\",\"attack 2-2\",\"attack 2-3\",\"attack 2-4\",\"attack 2-5\","
            "\"attack 4-1\",\"attack 4-2\",\"attack 4-3\",\"attack 4-4\",\"attack 4-5\","
            "\"peek 4 at 1 2\",\"peek 4 at 1 3\",\"peek 4 at 1 4\",\"peek 4 at 1 5\",\"peek 4 at 2 3\","
            "\"peek 4 at 2 4\",\"peek 4 at 2 5\",\"peek 4 at 3 4\",\"peek 4 at 3 5\",\"peek 4 at 4 5\","
            "\"redeal 5\"]}\n"
            "{\"result\":null,\"reason\":null}\n");
  // Blue's Captain takes the Flag.
  const std::string whole = absl::StrCat(kCards, "red attack 1-1\nblue attack 3-5\n");
  EXPECT_THAT(Replayed(whole), HasSubstr("{\"action\":4,\"side\":\"blue\",\"kind\":\"turn\",\"legal\":["));
  EXPECT_THAT(Replayed(whole), testing::Not(HasSubstr("\"action\":5")));
  EXPECT_THAT(Replayed(whole), EndsWith("{\"result\":\"blue_wins\",\"reason\":\"flag_captured\"}\n"));
  EXPECT_EQ(Replayed(whole, false), "{\"result\":\"blue_wins\",\"reason\":\"flag_captured\"}\n");
}

TEST(ReplayText, NamesTheActionThatIsNotLegalAndItsClause) {
  std::ostringstream out;
  const absl::Status status = ReplayText(absl::StrCat(kCards, "red attack 3-1\n"), true, out);
  EXPECT_THAT(status, IsError(absl::StatusCode::kInvalidArgument, "R7.4: action 3: the Bomb on place 3"));
  EXPECT_EQ(ClauseOf(status), "R7.4");
  EXPECT_THAT(out.str(), HasSubstr("\"action\":3")) << "what came before is listed";
  EXPECT_THAT(out.str(), testing::Not(HasSubstr("result")));
  EXPECT_THAT(Replayed("ruleset cards\noption spotter maybe\n"), HasSubstr("spotter"));
}

struct BadText {
  const char* text;
  const char* message;
};

class BadTextTest : public testing::TestWithParam<BadText> {};

TEST_P(BadTextTest, IsRefusedWithLineAndReason) {
  EXPECT_THAT(ParseGameText(GetParam().text), IsError(absl::StatusCode::kInvalidArgument, GetParam().message));
}

constexpr BadText kBadTexts[] = {
    {"", "line 1: ``; expected a line `ruleset ID`"},
    {"setup red a1=F", "line 1: `setup`; expected `ruleset ID` before all else"},
    {"ruleset", "line 1: `ruleset`; expected `ruleset ID`"},
    {"ruleset chess", "line 1: no ruleset `chess`; there are classic, "},
    {"ruleset duel\noption army 1-1\nfree", "line 2: R1.6: option army = `1-1`: expected twelve counts"},
    {"ruleset duel\noption army 1-1-8-5-4-4-4-3-2-1-1-6\nfree", "line 3: R1.6: an army of 40 pieces does not fit on"},
    {"ruleset classic\noption zone_rows 1", "line 2: R1.6: an army of 40 pieces does not fit on the 10 squares"},
    {"ruleset classic\nruleset duel", "line 2: `ruleset`; expected one ruleset only"},
    {"ruleset classic\noption two_squares", "line 2: `option`; expected `option NAME VALUE`"},
    {"ruleset classic\noption two_squares 101", "line 2: option two_squares = `101`; expected 0 to 100"},
    {"ruleset classic\noption chase never", "line 2: option chase = `never`; expected position-repetition"},
    {"ruleset classic\noption chase_scope all", "line 2: option chase_scope = `all`; expected run or game"},
    {"ruleset classic\noption colour red", "line 2: no option `colour`; there are army, chase"},
    {"ruleset classic\noption chase off\noption chase off", "line 3: option chase comes twice"},
    {"ruleset classic\nfree\nsetup green a1=F", "line 3: `setup`; expected `setup red` or `setup blue`"},
    {"ruleset classic\nfree\nsetup red a11=F", "line 3: `a11=F`; expected SQUARE=LETTER"},
    {"ruleset classic\nfree\nsetup red a1=X", "line 3: `a1=X`; expected SQUARE=LETTER"},
    {"ruleset classic\nfree\nsetup red a1", "line 3: `a1`; expected SQUARE=LETTER"},
    {"ruleset classic\nfree\nsetup red c5=F", "line 3: `c5=F`; expected a free square of land"},
    {"ruleset classic\nfree\nsetup red a1=F\nsetup blue a1=F", "line 4: `a1=F`; expected a free square of land"},
    {"ruleset classic\nfree now", "line 2: `now`; expected nothing after `free`"},
    {"ruleset classic\nfree\nmove green", "line 3: `move`; expected `move red` or `move blue`"},
    {"ruleset classic\nsetup red a1=F", "line 2: R1.2: the set-up has 0 of type Spy; the army has 1"},
    {"ruleset classic\nsetup red a5=F", "line 2: R1.3: a5 is outside of red's set-up zone, rows 1 to 4"},
    {"ruleset duel\nsetup red a4=F", "line 2: R1.3: a4 is outside of red's set-up zone, rows 1 to 3"},
    {"ruleset classic", "no `setup red`; expected one, or `free`"},
    {"ruleset classic\nfree\n2 a1-a2", "line 3: `2`; expected ply 1"},
    {"ruleset classic\nfree\n1 a1xa2", "line 3: `a1xa2`; expected two squares with a `-` between"},
    {"ruleset classic\nfree\n1", "line 3: ``; expected two squares with a `-` between"},
    {"ruleset classic\nfree\n1 a1-a2 b1-b2", "line 3: `b1-b2`; expected two squares with a `-` between"},
    {"ruleset classic\nfree\na1-a2", "line 3: `a1-a2`; expected ruleset, option, setup, free, move, or a numbered"},
    {"ruleset cards\nseed 00", "line 2: `00`; expected `seed` and 64 hexadecimal digits"},
    {"ruleset cards\nblue front S B 5 4 M\nseed 00", "line 3: `seed`; expected `red` or `blue` and an action"},
    {"ruleset cards\nblue front S B 5 4 M\noption spotter off", "line 3: `option`; expected `red` or `blue` and an"},
    {"ruleset cards\n1 a1-a2", "line 2: `1`; expected ruleset, option, seed, or `red` or `blue` and an action"},
};
INSTANTIATE_TEST_SUITE_P(Table, BadTextTest, testing::ValuesIn(kBadTexts));

// The options come ordered by name, so that the army comes before the zone that it needs.
TEST(GameText, R1_6_OptionsAreJudgedTogetherOnceAllAreRead) {
  const auto text = ParseGameText("ruleset duel\noption army 1-0-32-0-0-0-0-0-0-0-0-0\noption zone_rows 4\nfree\n");
  ASSERT_THAT(text, IsOk());
  EXPECT_EQ(StartOf(text->ruleset, std::get<BoardGameText>(text->game))->rules().army_size(), 33);
  EXPECT_THAT(ParseGameText("ruleset bluffing\noption army 1-0-9-0-0-0-0-0-0-0-0-0\noption zone_rows 1\n"), IsOk());
}

TEST(GameText, IsNoLongerThanItMayBeAndQuotesNoMoreThanAWord) {
  for (const std::string ruleset : {"ruleset classic\n", "ruleset cards\n"}) {
    EXPECT_THAT(ParseGameText(ruleset + std::string(41, 'x')),
                IsError(absl::StatusCode::kInvalidArgument, "`" + std::string(40, 'x') + "`; expected"));
  }
  EXPECT_THAT(ParseGameText(std::string(kGameTextBytesMax, '#')),
              IsError(absl::StatusCode::kInvalidArgument, "expected a line `ruleset ID`"));
  EXPECT_THAT(ParseGameText(std::string(kGameTextBytesMax + 1, '#')),
              IsError(absl::StatusCode::kInvalidArgument, absl::StrCat("expected at most ", kGameTextBytesMax)));
}

TEST(Record, R10_7_ReplaysToAnyPly) {
  std::unique_ptr<Game> game;
  const v1::GameRecord record = RandomRecord("classic", 5, game);
  const std::uint32_t plies = game->Progress().plies;
  const auto last = PositionAtPly(record, plies);
  ASSERT_THAT(last, IsOk());
  EXPECT_EQ(last->game->ViewFor(v1::OBSERVER_ALL).SerializeAsString(),
            game->ViewFor(v1::OBSERVER_ALL).SerializeAsString());
  for (const std::uint32_t ply : {0u, 1u, plies / 2}) {
    EXPECT_EQ(PositionAtPly(record, ply)->game->ViewFor(v1::OBSERVER_RED).board().ply_count(), ply);
  }
  EXPECT_THAT(PositionAtPly(record, 0)->game->ViewFor(v1::OBSERVER_ALL).board().pieces(), testing::SizeIs(80));
  EXPECT_THAT(PositionAtPly(record, plies + 1),
              IsError(absl::StatusCode::kOutOfRange, absl::StrCat("expected 0 to ", plies)));
}

TEST(Record, AnActionAfterItsDeadlineDoesNotCount) {
  std::unique_ptr<Game> game;
  v1::GameRecord record = RandomRecord("classic", 6, game);
  record.mutable_outcome()->set_reason(v1::REASON_OUT_OF_TIME);
  EXPECT_EQ((*PlayAgain(record, [](const PlayedEntry&) {}))->Progress().plies, game->Progress().plies - 1);
}

TEST(GameText, AGameOfARecordIsReadBackAndReplayed) {
  for (const char* id : {"classic", "duel"}) {
    std::unique_ptr<Game> game;
    const v1::GameRecord record = RandomRecord(id, 7, game);
    const auto written = GameTextOf(record);
    ASSERT_THAT(written, IsOk());
    const std::string text = WriteGameText(*written);
    EXPECT_THAT(text, StartsWith(absl::StrCat("ruleset ", id, "\noption chase ")));
    const auto read = ParseGameText(text);
    ASSERT_THAT(read, IsOk());
    EXPECT_EQ(WriteGameText(*read), text);
    EXPECT_EQ(std::get<BoardGameText>(read->game).plies.size(), game->Progress().plies);
    EXPECT_THAT(Replayed(text, false), EndsWith("}\n"));
  }
}

TEST(GameText, AStudyIsReadBack) {
  const std::string text = "ruleset battle\nfree\nmove blue\nsetup red a1=F b3=M\nsetup blue e7=2\n1 e7-e1\n";
  const auto read = ParseGameText(text);
  ASSERT_THAT(read, IsOk());
  EXPECT_EQ(WriteGameText(*read), text);
}

TEST(GameText, AGameOfOtherActionsIsReadBack) {
  const auto read = ParseGameText(absl::StrCat(
      "ruleset cards\noption\tspotter off # a comment\n",
      "seed 750fd88f0a5a7149673a62c7a4b09795d9e10aa3a1711ae69db793e99db2c0af\n", "blue  front S B 5 4 M \r\n"));
  ASSERT_THAT(read, IsOk());
  const std::string text =
      "ruleset cards\noption spotter off\n"
      "seed 750fd88f0a5a7149673a62c7a4b09795d9e10aa3a1711ae69db793e99db2c0af\nblue front S B 5 4 M\n";
  EXPECT_EQ(WriteGameText(*read), text);
  EXPECT_EQ(WriteGameText(*ParseGameText(text)), text);
}

TEST(GameText, ARecordWithoutBothSetUpsHasNoText) {
  v1::GameRecord record;
  record.mutable_ruleset()->set_id("classic");
  EXPECT_THAT(GameTextOf(record), IsError(absl::StatusCode::kFailedPrecondition, "before both set-ups"));
}

}  // namespace
}  // namespace flagfall
