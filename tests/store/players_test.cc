#include "arena/store/players.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "arena/store/bot_games.h"
#include "arena/store/check.h"
#include "arena/store/games.h"
#include "arena/store/host_bots.h"
#include "arena/store/ledger_size.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

using absl::StatusCode;
using testing::ElementsAre;
using testing::IsEmpty;

// Games of "ann" against herself.
class PlayersTest : public testing::Test {
 protected:
  void SetUp() override { Furnish(*database_); }

  absl::StatusOr<std::int64_t> Create(const std::vector<std::string>& bots) {
    v1::TournamentSpec spec = CompleteSpecOf(bots);
    spec.set_rated(false);
    return CreateTournament(*database_, spec, kPool, Micros(5));
  }
  std::vector<std::string> Entries() {
    std::vector<std::string> names;
    const absl::StatusOr<std::vector<Bot>> bots = ListBots(*database_);
    EXPECT_THAT(bots, IsOk());
    for (const Bot& bot : *bots) names.push_back(bot.name());
    return names;
  }
  std::vector<std::string> Listed(const GameFilter& filter) {
    std::vector<std::string> games;
    const absl::StatusOr<GamePage> page = ListGames(*database_, filter, std::nullopt, 100);
    EXPECT_THAT(page, IsOk());
    for (const GameSummary& game : page->games) games.push_back(game.game_id + " " + game.red + " " + game.blue);
    return games;
  }
  // Games 1 and 2 of a match against itself.
  void Play(const std::string& entry) {
    const absl::StatusOr<std::int64_t> id = Create({entry, entry + "#2"});
    ASSERT_THAT(id, IsOk());
    ASSERT_THAT(MustStore(*database_, ResultOf(*id, 1, entry, entry + "#2")).status, IsOk());
    ASSERT_THAT(MustStore(*database_, ResultOf(*id, 2, entry + "#2", entry)).status, IsOk());
  }
  void CheckAll() {
    EXPECT_THAT(CheckIntegrity(*database_), IsOk());
    EXPECT_THAT(CheckBots(*database_), IsOk());
    EXPECT_THAT(CheckRatings(*database_), IsOk());
  }
  // eve, who has played a game against bob, and then eve@2.
  void AddEve() {
    HostBot eve{.manifest = ManifestOf("eve"),
                .folder = "/e",
                .files_before_build = std::string(32, 'a'),
                .files_after_build = std::string(32, 'a')};
    ASSERT_THAT(AddHostBot(*database_, eve, Micros(1)), IsOk());
    const absl::StatusOr<std::int64_t> id = Create({"eve", "bob"});
    ASSERT_THAT(id, IsOk());
    ASSERT_THAT(MustStore(*database_, ResultOf(*id, 1, "eve", "bob")).status, IsOk());
    eve.files_before_build = eve.files_after_build = std::string(32, 'b');
    ASSERT_EQ(AddHostBot(*database_, eve, Micros(2))->entry, "eve@2");
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
};

TEST_F(PlayersTest, TheSecondPlayerIsItsEntryInAllButTheName) {
  AddEve();
  ASSERT_THAT(SuspendBot(*database_, "eve@2", "it crashed"), IsOk());
  for (const char* const name : {"eve#2", "eve@2#2"}) {
    const absl::StatusOr<Bot> second = FindPlayer(*database_, name);
    ASSERT_THAT(second, IsOk());
    EXPECT_EQ(second->name(), "eve@2#2");
    EXPECT_EQ(second->folder, "/e");
    EXPECT_EQ(second->suspended_reason, "it crashed");
  }
  EXPECT_EQ(FindPlayer(*database_, "eve")->name(), "eve@2");
  EXPECT_EQ(FindEnteredPlayer(*database_, "eve@2#2")->name(), "eve@2#2");
  EXPECT_EQ(FindEnteredPlayer(*database_, "eve#2")->suspended_reason, "") << "the first version is meant";
  EXPECT_THAT(FindPlayer(*database_, "nobody#2"), IsError(StatusCode::kNotFound, "there is no bot 'nobody'"));
}

TEST_F(PlayersTest, AMatchAgainstItselfNamesTheEntryAndItsSecondPlayer) {
  AddEve();
  v1::TournamentSpec spec = CompleteSpecOf({"eve", "eve#2"});
  spec.set_rated(false);
  (*(*spec.mutable_bot_options())["eve#2"].mutable_values())["depth"] = "2";
  const absl::StatusOr<std::int64_t> id = CreateTournament(*database_, spec, kPool, Micros(5));
  ASSERT_THAT(id, IsOk());
  const v1::TournamentSpec stored = FindTournament(*database_, *id)->spec;
  EXPECT_THAT(stored.bots(), ElementsAre("eve@2", "eve@2#2"));
  EXPECT_EQ(stored.bot_options().at("eve@2#2").values().at("depth"), "2");
  EXPECT_THAT(Create({"eve", "eve@2"}), IsError(StatusCode::kInvalidArgument,
                                                "'eve@2' comes twice, with and without its version; a bot plays "
                                                "against itself in a match alone"));
  CheckAll();
}

TEST_F(PlayersTest, ABotThatIsTunedIsMorePlayers) {
  AddEve();
  const auto bots_before = SizeOf(*database_)->bots;
  v1::TournamentSpec spec = CompleteSpecOf({"eve", "eve#2", "eve#3", "eve#4"});
  spec.set_rated(false);
  for (int time = 0; time < 2; ++time) {
    const absl::StatusOr<std::int64_t> id = CreateTournament(*database_, spec, kPool, Micros(5));
    ASSERT_THAT(id, IsOk());
    EXPECT_THAT(FindTournament(*database_, *id)->spec.bots(), ElementsAre("eve@2", "eve@2#2", "eve@2#3", "eve@2#4"));
    ASSERT_THAT(StoreResults(*database_, {{ResultOf(*id, 1, "eve@2", "eve@2#2")}}).status(), IsOk());
    ASSERT_THAT(StoreResults(*database_, {{ResultOf(*id, 2, "eve@2#4", "eve@2#3")}}).status(), IsOk());
  }
  EXPECT_EQ(FindPlayer(*database_, "eve#4")->name(), "eve@2#4");
  const std::vector<std::string> games = {"4-2 eve@2#4 eve@2#3", "4-1 eve@2 eve@2#2", "3-2 eve@2#4 eve@2#3",
                                          "3-1 eve@2 eve@2#2"};
  EXPECT_EQ(Listed({.bot = "eve", .opponent = "eve"}), games);
  EXPECT_EQ(Listed({.bot = "eve@2"}), games);
  EXPECT_EQ(Listed({.bot = "eve@2", .opponent = "eve"}), games);
  EXPECT_EQ(Listed({.bot = "eve@2#3"}), (std::vector<std::string>{games[0], games[2]}));
  EXPECT_EQ(Listed({.bot = "eve@2#4", .opponent = "eve@2#3"}), (std::vector<std::string>{games[0], games[2]}));
  EXPECT_EQ(SizeOf(*database_)->bots, bots_before) << "none of them is one more bot";
  CheckAll();
  ASSERT_THAT(database_->Execute("DROP TRIGGER second_players_never_change; DROP TRIGGER bots_keep_their_owners"),
              IsOk());
  ASSERT_THAT(database_->Execute("UPDATE bots SET name = 'eve@2#04' WHERE name = 'eve@2#4'"), IsOk());
  EXPECT_THAT(CheckBots(*database_), IsError(StatusCode::kDataLoss, "'eve@2#04' is the second player of another bot"));
}

TEST_F(PlayersTest, GamesTellTheTwoApartAndEitherNameFindsThem) {
  AddEve();
  Play("ann");
  Play("eve@2");
  const std::vector<std::string> anns = {"3-2 ann#2 ann", "3-1 ann ann#2"};
  const std::vector<std::string> eves = {"4-2 eve@2#2 eve@2", "4-1 eve@2 eve@2#2"};
  EXPECT_EQ(Listed({.bot = "ann"}), anns);
  EXPECT_EQ(Listed({.bot = "ann#2"}), anns);
  EXPECT_EQ(Listed({.bot = "ann", .opponent = "ann"}), anns);
  EXPECT_EQ(Listed({.bot = "ann", .opponent = "ann#2"}), anns);
  EXPECT_EQ(Listed({.bot = "eve", .opponent = "eve"}), eves);
  EXPECT_EQ(Listed({.bot = "eve@2", .opponent = "eve@2#2"}), eves);
  EXPECT_THAT(Listed({.bot = "ann", .opponent = "bob"}), IsEmpty());
  const absl::StatusOr<std::vector<AlikeGames>> counts = CountGamesOf(*database_, "ann");
  ASSERT_THAT(counts, IsOk());
  ASSERT_EQ(counts->size(), 2u) << "each game is counted once";
  for (const AlikeGames& alike : *counts) EXPECT_EQ(alike.opponent, "ann#2");
  CheckAll();
}

TEST_F(PlayersTest, NoListAndNoCountOfBotsKnowsOfIt) {
  AddEve();
  const std::vector<std::string> before = Entries();
  const std::int64_t size = SizeOf(*database_)->bots;
  Play("ann");
  Play("eve@2");
  Play("ann");
  EXPECT_EQ(Entries(), before);
  EXPECT_EQ(SizeOf(*database_)->bots, size);
  EXPECT_THAT(FindBot(*database_, "ann#2"), IsError(StatusCode::kNotFound, "there is no bot 'ann#2'"));
  EXPECT_EQ(FindBot(*database_, "eve")->name(), "eve@2");
  EXPECT_THAT(SuspendBot(*database_, "eve@2#2", "why"), IsError(StatusCode::kFailedPrecondition, "never changes"));
  // What changes all versions of a bot leaves it alone.
  EXPECT_THAT(SetTakesChallenges(*database_, "eve", true), IsOk());
  EXPECT_THAT(RetireBot(*database_, "eve@2", "gone"), IsOk());
  EXPECT_EQ(FindBot(*database_, "eve")->name(), "eve@2") << "also where all versions are retired";
  CheckAll();
}

TEST_F(PlayersTest, TheNextVersionIsNumberedAsIfThereWereNone) {
  HostBot eve{.manifest = ManifestOf("eve"),
              .folder = "/e",
              .files_before_build = std::string(32, 'a'),
              .files_after_build = std::string(32, 'a')};
  ASSERT_THAT(AddHostBot(*database_, eve, Micros(1)), IsOk());
  for (const char* const next : {"eve@2", "eve@3"}) {
    Play(FindBot(*database_, "eve")->name());
    eve.files_before_build = eve.files_after_build = std::string(32, next[4]);
    const absl::StatusOr<AddedHostBot> added = AddHostBot(*database_, eve, Micros(2));
    ASSERT_THAT(added, IsOk());
    EXPECT_EQ(added->entry, next);
  }
  CheckAll();
}

TEST_F(PlayersTest, ItsGamesAreNeverRated) {
  ASSERT_THAT(Create({"ann", "ann#2"}), IsOk());
  const absl::StatusOr<std::int64_t> rated =
      CreateTournament(*database_, CompleteSpecOf({"ann", "ann#2"}), kPool, Micros(5));
  ASSERT_THAT(rated, IsOk());
  EXPECT_THAT(StoreResults(*database_, {{ResultOf(*rated, 1, "ann", "ann#2")}}).status(),
              IsError(StatusCode::kFailedPrecondition, "a game of a bot against itself is not rated"));
}

TEST_F(PlayersTest, ANameHasToLeaveRoomForIt) {
  for (const auto& [characters, fits] : {std::pair{38, true}, {39, false}}) {
    const std::string name(static_cast<std::size_t>(characters), 'x');
    ASSERT_THAT(AddBot(*database_, {.manifest = ManifestOf(name), .folder = "/x"}), IsOk());
    const absl::StatusOr<std::int64_t> id = Create({name, name + "#2"});
    if (fits) {
      EXPECT_THAT(id, IsOk());
    } else {
      EXPECT_THAT(id, IsError(StatusCode::kInvalidArgument, "its name has 39 characters, and at most 38 leave room"));
    }
  }
}

TEST_F(PlayersTest, TheCheckFindsOneOfAnotherBotAndGamesAgainstOthers) {
  Play("ann");
  ASSERT_THAT(database_->Execute("DROP TRIGGER second_players_never_change; DROP TRIGGER games_are_final"), IsOk());
  ASSERT_THAT(database_->Execute("UPDATE games SET blue_bot_id = (SELECT bot_id FROM bots WHERE name = 'bob') "
                                 "WHERE game_id = '2-2'"),
              IsOk());
  EXPECT_THAT(CheckBots(*database_), IsError(StatusCode::kDataLoss, "'2-2' is a game of a second player, and not"));
  ASSERT_THAT(database_->Execute("UPDATE bots SET second_of = (SELECT bot_id FROM bots WHERE name = 'bob') "
                                 "WHERE second_of IS NOT NULL"),
              IsOk());
  EXPECT_THAT(CheckBots(*database_), IsError(StatusCode::kDataLoss, "'ann#2' is the second player of another bot"));
}

}  // namespace
}  // namespace flagfall::arena::store
