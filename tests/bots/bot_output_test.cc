#include "arena/bots/bot_output.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::bots {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// A bot that prints into the pipe, and what comes of it.
class BotOutputTest : public testing::Test {
 protected:
  explicit BotOutputTest(std::uint64_t bytes_max = kLogBytesMaxDefault)
      : logs_{.paths = {.folder = dir_.path(), .bot = "rook"}, .bytes_max = bytes_max} {
    StartProcess();
  }
  ~BotOutputTest() override { ::close(printing_); }

  // The bot's first process, or another one after it.
  void StartProcess() {
    output_.reset();
    if (printing_ >= 0) ::close(printing_);
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    printing_ = ends[1];
    output_ = std::make_unique<BotOutput>(ends[0], logs_.paths.Process(), logs_);
    output_->Grant();
  }

  void Print(const std::string& text) const {
    ASSERT_EQ(::write(printing_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  // Prints more than a pipe holds.
  void PrintMuch(std::size_t bytes) {
    for (std::size_t printed = 0; printed < bytes; printed += 32 * 1024) {
      Print(std::string(32 * 1024 - 1, 'x') + "\n");
      output_->ReadRest();
    }
  }
  std::string Game(const std::string& id) const { return dir_.Read(absl::StrCat("games/rook/", id, ".log")); }
  std::string Process() const { return dir_.Read("rook.log"); }
  std::vector<std::string> GamesWithLogs() const {
    std::vector<std::string> ids;
    for (const GameLog& log : ListGameLogs(logs_.paths)) ids.push_back(log.game_id);
    return ids;
  }
  // What all of the bot's logs take on the disk.
  std::uint64_t BytesOnDisk() const {
    std::uint64_t bytes = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(dir_.path())) {
      if (entry.is_regular_file()) bytes += (entry.file_size() + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
    }
    return bytes;
  }

  TempDir dir_;
  const PlayLogs logs_;
  int printing_ = -1;
  std::unique_ptr<BotOutput> output_;
};

TEST_F(BotOutputTest, AGameThatIsPlayedAloneHasALogOfItsOwn) {
  Print("hello\n");
  output_->BeginGame("1-3");
  Print("my first ply\n");
  output_->EndGame("1-3");
  output_->BeginGame("1-4");
  Print("my second game\n");
  output_->EndGame("1-4");
  output_->ReadRest();
  EXPECT_EQ(Process(), "hello\n");
  EXPECT_EQ(Game("1-3"), "my first ply\n");
  EXPECT_EQ(Game("1-4"), "my second game\n");
}

// However late the reader is: here it has read nothing before the next game begins.
TEST_F(BotOutputTest, WhatIsUnreadWhenAGameBeginsBelongsToTheOneBefore) {
  output_->BeginGame("1-3");
  Print("of 1-3\n");
  output_->EndGame("1-3");
  Print("I have won\n");
  output_->BeginGame("1-4");
  Print("of 1-4\n");
  output_->ReadRest();
  EXPECT_EQ(Game("1-3"), "of 1-3\n[flagfall: game 1-3 is over; what follows was printed after it]\nI have won\n");
  EXPECT_EQ(Game("1-4"), "of 1-4\n");
}

TEST_F(BotOutputTest, OutputInGamesThatArePlayedAtOnceStaysTogetherAndSaysSo) {
  output_->BeginGame("1-3");
  Print("alone\n");
  output_->BeginGame("1-4");
  Print("of either\n");
  output_->EndGame("1-3");
  Print("still of either: 1-3 ended a moment ago\n");
  output_->BeginGame("1-5");
  Print("of 1-4 or 1-5\n");
  output_->EndGame("1-4");
  output_->EndGame("1-5");
  Print("of none\n");
  output_->BeginGame("1-6");
  Print("alone again\n");
  output_->ReadRest();
  EXPECT_EQ(
      Process(),
      "[flagfall: what follows was printed while games 1-3 and 1-4 were played at the same time, and may be about "
      "any of them]\n"
      "of either\n"
      "still of either: 1-3 ended a moment ago\n"
      "[flagfall: what follows was printed while games 1-4 and 1-5 were played at the same time, and may be about "
      "any of them]\n"
      "of 1-4 or 1-5\n"
      "[flagfall: what follows was printed while no game was played]\n"
      "of none\n");
  EXPECT_EQ(Game("1-3"),
            "alone\n[flagfall: game 1-4 has begun beside this one: what the bot printed from here on may be about "
            "either, and is in the log of its process]\n");
  EXPECT_EQ(Game("1-6"), "alone again\n");
  EXPECT_THAT(GamesWithLogs(), testing::UnorderedElementsAre("1-3", "1-6"));
}

TEST_F(BotOutputTest, ABotThatPrintsNothingInItsGamesHasNoFolder) {
  output_->BeginGame("1-3");
  output_->BeginGame("1-4");
  output_->EndGame("1-3");
  output_->EndGame("1-4");
  EXPECT_FALSE(std::filesystem::exists(logs_.paths.folder + "/games"));
  EXPECT_FALSE(std::filesystem::exists(logs_.paths.Process())) << "a process makes its log when it starts";
}

TEST_F(BotOutputTest, EachGameHasABudget) {
  output_->BeginGame("1-3");
  EXPECT_FALSE(output_->IsSpent());
  PrintMuch(4 * kGrantBytes);
  EXPECT_TRUE(output_->IsSpent());
  output_->EndGame("1-3");
  output_->BeginGame("1-4");
  EXPECT_FALSE(output_->IsSpent());
  Print("second game\n");
  output_->ReadRest();
  EXPECT_EQ(Game("1-3").substr(kGrantBytes),
            absl::StrCat("[flagfall: ", 3 * kGrantBytes, " bytes of output dropped]\n"));
  EXPECT_EQ(Game("1-4"), "second game\n");
}

// A void game is played again, mostly by another process.
TEST_F(BotOutputTest, AGameThatIsPlayedAgainSaysSo) {
  output_->BeginGame("1-3");
  Print("first start\n");
  output_->ReadRest();
  StartProcess();
  output_->BeginGame("1-3");
  Print("second start\n");
  output_->ReadRest();
  EXPECT_EQ(Game("1-3"), "first start\n[flagfall: the game is played again, from its beginning]\nsecond start\n");
}

TEST_F(BotOutputTest, AGameWhoseLogCannotBeWrittenIsInTheProcesss) {
  dir_.Write("games", "a file where the folder would be");
  output_->BeginGame("1-3");
  Print("thinking\n");
  output_->ReadRest();
  EXPECT_EQ(Process(), "[flagfall: what follows was printed in game 1-3, whose own log cannot be written]\nthinking\n");
}

TEST_F(BotOutputTest, KeepsHowTheOutputBegan) {
  Print(std::string(5000, 'a') + "\n");
  output_->ReadRest();
  EXPECT_EQ(output_->Beginning(), std::string(4096, 'a'));
}

TEST_F(BotOutputTest, TellsTheEndOfTheOutput) {
  EXPECT_TRUE(output_->Read()) << "there is nothing yet";
  ::close(printing_);
  printing_ = -1;
  EXPECT_FALSE(output_->Read());
}

class CappedOutputTest : public BotOutputTest {
 protected:
  CappedOutputTest() : BotOutputTest(kLogBytesMaxLeast) {}

  // Plays so many games one after the other, of which each prints so much, and returns the newest one's id.
  void Play(int from, int to, std::size_t bytes) {
    for (int number = from; number <= to; ++number) {
      const std::string id = absl::StrCat("1-", number);
      output_->BeginGame(id);
      PrintMuch(bytes);
      output_->EndGame(id);
      EXPECT_LE(BytesOnDisk(), kLogBytesMaxLeast) << id;
    }
  }
};

TEST_F(CappedOutputTest, TheOldestGamesAreRemoved) {
  Play(1, 100, 2 * kGrantBytes);
  const std::vector<std::string> kept = GamesWithLogs();
  ASSERT_THAT(kept, Not(IsEmpty()));
  EXPECT_LT(kept.size(), 8U);
  EXPECT_GT(kept.size(), 2U);
  for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(kept[i], absl::StrCat("1-", 100 - kept.size() + 1 + i));
}

// A file takes whole blocks.
TEST_F(CappedOutputTest, ManySmallLogsCountAsWhatTheyTake) {
  for (int number = 1; number <= 500; ++number) {
    output_->BeginGame(absl::StrCat("1-", number));
    Print("a\n");
    output_->EndGame(absl::StrCat("1-", number));
  }
  EXPECT_LE(BytesOnDisk(), kLogBytesMaxLeast);
  EXPECT_LE(GamesWithLogs().size(), kLogBytesMaxLeast / 2 / kBlockBytes);
  EXPECT_EQ(Game("1-500"), "a\n");
}

// Another process of the bot finds what the one before has left.
TEST_F(CappedOutputTest, WhatIsThereBeforeCounts) {
  Play(1, 3, 2 * kGrantBytes);
  for (int process = 2; process < 20; ++process) {
    StartProcess();
    Play(2 * process, 2 * process + 1, 2 * kGrantBytes);
  }
  EXPECT_EQ(GamesWithLogs().back(), "1-39");
}

TEST_F(CappedOutputTest, TheProcesssLogIsTurnedOver) {
  output_->BeginGame("1-1");
  for (int number = 2; number <= 100; ++number) {
    output_->BeginGame(absl::StrCat("1-", number));
    PrintMuch(2 * kGrantBytes);
    EXPECT_LE(BytesOnDisk(), kLogBytesMaxLeast) << number;
  }
  Print("the newest\n");
  output_->BeginGame("1-101");
  Print("the very newest\n");
  output_->ReadRest();
  EXPECT_THAT(Process(), AllOf(StartsWith("[flagfall: what was printed before is in "), EndsWith("the very newest\n")));
  EXPECT_THAT(dir_.Read("games/rook/before.log"), HasSubstr("were played at the same time"));
  EXPECT_THAT(GamesWithLogs(), IsEmpty()) << "before.log is no game's";
}

}  // namespace
}  // namespace flagfall::arena::bots
