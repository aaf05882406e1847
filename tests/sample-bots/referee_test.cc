// The sample bots as processes of their own, through a real referee: every language, ruleset and kind of ending.
#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/sample-bots/bot_program.h"
#include "tests/sample-bots/relay.h"
#include "tests/service/test_host.h"
#include "tests/support/temp_dir.h"

namespace flagfall::bot {
namespace {

using testing::AnyOf;
using testing::Eq;

// The exit code of a bot that it is of no use to start again.
constexpr int kRefused = 78;
constexpr char kQuick[] = R"({"seed": 7, "think_ms": 1})";

// A referee, a folder for logs, and bots whose tokens are their names.
class RefereeTest : public testing::Test {
 protected:
  void Admit(const std::string& name) { host_.referee().Admit(name, name); }

  static MatchSpec SpecOf(const std::string& ruleset, const std::string& game_id, const std::string& red,
                          const std::string& blue) {
    MatchSpec spec = TestHost::Barrage(game_id, red, blue);
    spec.ruleset.set_id(ruleset);
    return spec;
  }

  // Not one that a failing bot brings about.
  static void ExpectPlayedOut(const v1::GameRecord& record) {
    EXPECT_THAT(
        record.outcome().reason(),
        AnyOf(Eq(v1::REASON_FLAG_CAPTURED), Eq(v1::REASON_NO_LEGAL_PLY), Eq(v1::REASON_BOTH_IMMOBILE),
              Eq(v1::REASON_MAX_TICKS), Eq(v1::REASON_ADJUDICATED_NO_CAPTURE), Eq(v1::REASON_ADJUDICATED_MAX_PLIES)))
        << record.outcome().DebugString();
  }

  std::string Log(const std::string& bot) const { return logs_.At(bot + ".log"); }

  TempDir logs_;
  TestHost host_;
};

// A seat is named by its program, and by a number behind a `-` when another sits there, too.
using Pairs = std::vector<std::pair<std::string, std::string>>;

struct Programme {
  const char* ruleset;
  Pairs pairs;
};

const Pairs kOnBoard = {{"random", "scout"},   {"scout", "sergeant"}, {"marshal", "scout"}, {"sergeant", "marshal"},
                        {"scout", "template"}, {"random", "rover"},   {"rover", "scout"}};

// Bots in JavaScript are built where there is Node.
bool IsBuilt(const std::string& program) { return std::filesystem::exists(BotProgram::FolderOf(program)); }
std::string ProgramOf(const std::string& seat) { return seat.substr(0, seat.find('-')); }

class EveryRuleset : public RefereeTest, public testing::WithParamInterface<Programme> {};

INSTANTIATE_TEST_SUITE_P(
    Catalogue, EveryRuleset,
    testing::Values(Programme{"classic", kOnBoard}, Programme{"battle", kOnBoard}, Programme{"duel", kOnBoard},
                    Programme{"barrage", kOnBoard},
                    Programme{"bluffing", {{"random", "sergeant"}, {"sergeant", "scout"}, {"random", "rover"}}},
                    Programme{"cards", {{"random", "cardsharp"}, {"cardsharp", "cardsharp-2"}, {"cardsharp", "rover"}}},
                    Programme{"gogo", {{"random", "skirmisher"}, {"random", "random-2"}, {"rover", "skirmisher"}}}),
    [](const auto& info) { return std::string(info.param.ruleset); });

TEST_P(EveryRuleset, ManyInterleavedGamesArePlayedOut) {
  std::map<std::string, std::unique_ptr<BotProgram>> programs;
  std::vector<std::string> ids;
  for (const auto& [red, blue] : GetParam().pairs) {
    if (!IsBuilt(ProgramOf(red)) || !IsBuilt(ProgramOf(blue))) continue;
    for (const std::string& name : {red, blue}) {
      if (programs.contains(name)) continue;
      Admit(name);
      programs[name] = std::make_unique<BotProgram>(ProgramOf(name), host_.unix_address(), name, kQuick, Log(name));
    }
    for (int game = 0; game < 2; ++game) {
      ids.push_back(absl::StrCat(red, "-", blue, "-", game));
      MatchSpec spec = SpecOf(GetParam().ruleset, ids.back(), red, blue);
      // Not all games of bots so plain would end soon.
      spec.policy.set_max_plies(400);
      host_.Start(spec);
    }
  }
  for (const std::string& id : ids) ExpectPlayedOut(host_.RecordOf(id));
  for (const auto& [name, program] : programs) {
    host_.referee().Dismiss(name, "that is all");
    EXPECT_EQ(program->Wait(), 0);
  }
}

class EveryLanguage : public RefereeTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    if (!IsBuilt(GetParam()))
      GTEST_SKIP() << GetParam() << " is not built: there is no Node, or ./dev setup has not run";
  }
};

INSTANTIATE_TEST_SUITE_P(Sdk, EveryLanguage, testing::Values("sergeant", "scout", "rover"));
// What comes through the adapter has an SDK's ways.
INSTANTIATE_TEST_SUITE_P(Adapter, EveryLanguage, testing::Values("plodder"));

TEST_P(EveryLanguage, PlaysOnAfterEachBreakOfItsStream) {
  const std::string path = logs_.At("relay.sock");
  const Relay relay(path, host_.unix_address().substr(std::string("unix:").size()), {2000, 4000, 6000});
  for (const char* name : {"red", "blue"}) Admit(name);
  const BotProgram cut(GetParam(), "unix:" + path, "red", kQuick, Log("red"));
  const BotProgram other("random", host_.unix_address(), "blue", kQuick, Log("blue"));
  host_.Start(SpecOf("classic", "g1", "red", "blue"));
  const v1::GameRecord record = host_.RecordOf("g1");
  ExpectPlayedOut(record);
  EXPECT_EQ(relay.cuts(), 3);
  const auto breaks = std::count_if(record.entries().begin(), record.entries().end(), [](const v1::RecordEntry& entry) {
    return entry.has_disconnected() && entry.side() == v1::SIDE_RED;
  });
  EXPECT_EQ(breaks, 3);
}

TEST_P(EveryLanguage, EndsOnSigtermWithExitCode0) {
  Admit("red");
  BotProgram program(GetParam(), host_.unix_address(), "red", "", Log("red"));
  host_.AwaitConnected("red");
  program.Signal(SIGTERM);
  EXPECT_EQ(program.Wait(), 0) << logs_.Read("red.log");
}

TEST_P(EveryLanguage, SaysWhyItWasRefused) {
  BotProgram program(GetParam(), host_.unix_address(), "nobody's token", "", Log("red"));
  EXPECT_EQ(program.Wait(), kRefused);
  EXPECT_THAT(logs_.Read("red.log"), testing::HasSubstr("UNAUTHENTICATED"));
}

// Otherwise two programs with one token would end each other's streams for ever.
TEST_P(EveryLanguage, EndsWhenAnotherProgramHasItsToken) {
  for (const char* name : {"red", "blue"}) Admit(name);
  BotProgram first(GetParam(), host_.tcp_address(), "red", kQuick, Log("first"));
  host_.AwaitConnected("red");
  const BotProgram second(GetParam(), host_.tcp_address(), "red", kQuick, Log("second"));
  EXPECT_EQ(first.Wait(), 0);
  EXPECT_THAT(logs_.Read("first.log"), testing::HasSubstr("another program has dialled in with this bot's token"));
  const BotProgram other("random", host_.unix_address(), "blue", kQuick, Log("blue"));
  host_.Start(SpecOf("classic", "g1", "red", "blue"));
  ExpectPlayedOut(host_.RecordOf("g1"));
  EXPECT_EQ(host_.TimesConnected("red"), 2);
}

TEST_P(EveryLanguage, SaysWhatIsMissing) {
  BotProgram program(GetParam(), "", "red", "", Log("red"));
  EXPECT_EQ(program.Wait(), kRefused);
  EXPECT_THAT(logs_.Read("red.log"), testing::HasSubstr("FLAGFALL_ADDRESS"));
}

TEST_P(EveryLanguage, RefusesOptionsThatAreNone) {
  Admit("red");
  BotProgram program(GetParam(), host_.unix_address(), "red", "[1, 2]", Log("red"));
  EXPECT_EQ(program.Wait(), kRefused);
  EXPECT_THAT(logs_.Read("red.log"), testing::HasSubstr("FLAGFALL_BOT_OPTIONS"));
}

TEST_P(EveryLanguage, ReachesTheRefereeOverTcp) {
  for (const char* name : {"red", "blue"}) Admit(name);
  const BotProgram red(GetParam(), host_.tcp_address(), "red", kQuick, Log("red"));
  const BotProgram blue("random", host_.tcp_address(), "blue", kQuick, Log("blue"));
  host_.Start(SpecOf("classic", "g1", "red", "blue"));
  ExpectPlayedOut(host_.RecordOf("g1"));
}

TEST_P(EveryLanguage, SendsNoTokenToAnotherMachineWithoutTls) {
  BotProgram program(GetParam(), "arena.example:7443", "red", "", Log("red"));
  EXPECT_EQ(program.Wait(), kRefused);
  EXPECT_THAT(logs_.Read("red.log"), testing::HasSubstr("write tls:arena.example:7443"));
}

}  // namespace
}  // namespace flagfall::bot
