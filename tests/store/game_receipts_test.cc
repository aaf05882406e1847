#include "arena/store/game_receipts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "arena/store/chain.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "tests/store/ledger.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::store {
namespace {

using absl::StatusCode;

class GameReceiptsTest : public testing::Test {
 protected:
  void StoreGames(std::uint32_t from, std::uint32_t to) {
    std::vector<GameResult> results;
    for (std::uint32_t number = from; number <= to; ++number) results.push_back(ResultOf(tournament_, number));
    ASSERT_THAT(StoreResults(*database_, results).status(), IsOk());
  }

  TempDir dir_;
  std::unique_ptr<Database> database_ = MustOpen(dir_.At(kDatabaseFileName));
  const std::int64_t tournament_ = Furnish(*database_);
};

TEST_F(GameReceiptsTest, AReceiptHoldsByItselfAndInTheChain) {
  StoreGames(1, 3);
  const auto receipt = ReceiptOfGame(*database_, "1-2");
  ASSERT_THAT(receipt, IsOk());
  const auto checked = CheckReceipt(*receipt);
  ASSERT_THAT(checked, IsOk());
  EXPECT_EQ(LineOf(checked->signed_head), LineOf(*NewestHead(*database_)));
  EXPECT_EQ(receipt->content(2), "ann");
  EXPECT_EQ(receipt->content(4), "red_wins");
  EXPECT_THAT(CheckChain(*database_, {.heads = {checked->at_link, checked->signed_head}}), IsOk());
  // It does after the chain has grown, too, and a later one stands for the same head at the link.
  StoreGames(4, 9);
  EXPECT_THAT(CheckChain(*database_, {.heads = {checked->at_link, checked->signed_head}}), IsOk());
  const auto later = CheckReceipt(*ReceiptOfGame(*database_, "1-2"));
  ASSERT_THAT(later, IsOk());
  EXPECT_EQ(later->at_link.head, checked->at_link.head);
  EXPECT_GT(later->signed_head.link, checked->signed_head.link);
}

// Past 512 links, so that stored nodes of the tree are read as well as heads.
TEST_F(GameReceiptsTest, EveryGameHasOneAtEverySize) {
  for (const std::uint32_t games : {1, 2, 5, 127, 128, 129, 300}) {
    StoreGames(games, games == 300 ? 300 : games);
    if (games == 129) StoreGames(130, 299);
    for (const std::uint32_t number : {1u, games}) {
      const auto receipt = ReceiptOfGame(*database_, GameIdOf(tournament_, number));
      ASSERT_THAT(receipt, IsOk()) << number << " of " << games;
      EXPECT_THAT(CheckReceipt(*receipt), IsOk()) << number << " of " << games;
    }
  }
  for (std::uint32_t number = 130; number <= 300; number += 7) {
    EXPECT_THAT(CheckReceipt(*ReceiptOfGame(*database_, GameIdOf(tournament_, number))), IsOk()) << number;
  }
  EXPECT_THAT(CheckChain(*database_, {}), IsOk());
}

TEST_F(GameReceiptsTest, AGameThatIsNotInTheLedgerHasNone) {
  StoreGames(1, 1);
  EXPECT_THAT(ReceiptOfGame(*database_, "1-2").status(), IsError(StatusCode::kNotFound, "1-2"));
  MustStore(*database_, ResultOf(tournament_, 2, "ann", "bob", v1::RESULT_VOID, v1::REASON_ABORTED_BY_HOST));
  EXPECT_THAT(ReceiptOfGame(*database_, "1-2").status(), IsError(StatusCode::kNotFound, "1-2"));
}

// Every field, and every part of those that are repeated.
TEST_F(GameReceiptsTest, AChangeOfAnyFieldIsFound) {
  StoreGames(1, 5);
  const v1::GameReceipt receipt = *ReceiptOfGame(*database_, "1-3");
  const auto* fields = receipt.GetDescriptor();
  const auto* reflection = receipt.GetReflection();
  int changed = 0;
  const auto must_fail = [&changed](const v1::GameReceipt& other, const std::string& what) {
    EXPECT_FALSE(CheckReceipt(other).ok()) << what;
    ++changed;
  };
  for (int i = 0; i < fields->field_count(); ++i) {
    const auto* field = fields->field(i);
    if (field->is_repeated()) {
      for (int part = 0; part < reflection->FieldSize(receipt, field); ++part) {
        v1::GameReceipt other = receipt;
        const std::string was = reflection->GetRepeatedString(receipt, field, part);
        reflection->SetRepeatedString(&other, field, part, was + "0");
        must_fail(other, absl::StrCat(field->name(), " ", part));
        std::string flipped = was;
        if (!flipped.empty()) flipped[0] = flipped[0] == '1' ? '2' : '1';
        reflection->SetRepeatedString(&other, field, part, flipped);
        if (!was.empty()) must_fail(other, absl::StrCat(field->name(), " ", part));
      }
      v1::GameReceipt other = receipt;
      reflection->AddString(&other, field, std::string(64, '0'));
      must_fail(other, absl::StrCat("one more ", field->name()));
      reflection->RemoveLast(&other, field);
      reflection->RemoveLast(&other, field);
      must_fail(other, absl::StrCat("one less ", field->name()));
      continue;
    }
    v1::GameReceipt other = receipt;
    reflection->ClearField(&other, field);
    must_fail(other, absl::StrCat("no ", field->name()));
  }
  for (const std::uint64_t link : {receipt.link() - 1, receipt.link() + 1, std::uint64_t{1} << 63}) {
    v1::GameReceipt other = receipt;
    other.set_link(link);
    must_fail(other, absl::StrCat("link ", link));
  }
  v1::GameReceipt other = receipt;
  other.set_attempt(2);
  must_fail(other, "attempt");
  other = receipt;
  other.set_head_before(absl::AsciiStrToUpper(receipt.head_before()));
  must_fail(other, "the same bytes in other letters");
  EXPECT_GT(changed, 40);
}

TEST_F(GameReceiptsTest, ALinkThatNoLedgerCanHaveIsNoLink) {
  StoreGames(1, 2);
  v1::GameReceipt receipt = *ReceiptOfGame(*database_, "1-2");
  receipt.set_link(0);
  EXPECT_THAT(CheckReceipt(receipt).status(), IsError(StatusCode::kInvalidArgument, "its link is no number from 1"));
  receipt.set_link(std::uint64_t{1} << 63);
  EXPECT_THAT(CheckReceipt(receipt).status(), IsError(StatusCode::kInvalidArgument, "its link is no number from 1"));
  // The last one that SQLite can count to is a number, but not the game's.
  receipt.set_link((std::uint64_t{1} << 63) - 1);
  EXPECT_THAT(CheckReceipt(receipt).status(), IsError(StatusCode::kDataLoss, "does not lead to the root"));
}

TEST_F(GameReceiptsTest, AChangeOfAnyByteIsFound) {
  StoreGames(1, 5);
  const std::string text = ToJson(*ReceiptOfGame(*database_, "1-3")) + "\n";
  const auto holds = [](const std::string& given) {
    const auto receipt = ReceiptOfText(given, "receipt.json");
    return receipt.ok() && CheckReceipt(*receipt).ok();
  };
  ASSERT_TRUE(holds(text));
  const std::uint64_t seed = 1'126;
  SCOPED_TRACE(absl::StrCat("seed ", seed));
  std::mt19937_64 random(seed);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    for (int bit = 0; bit < 8; ++bit) {
      changed[at] = static_cast<char>(text[at] ^ (1 << bit));
      EXPECT_FALSE(holds(changed)) << "bit " << bit << " of byte " << at << " of " << text;
    }
    changed.erase(at, 1);
    if (at + 1 < text.size()) {
      EXPECT_FALSE(holds(changed)) << "without byte " << at << " of " << text;
    }
    changed = text;
    changed.insert(at, 1, static_cast<char>(random() % 128));
    EXPECT_FALSE(holds(changed)) << "one more byte at " << at << " of " << text;
  }
}

TEST_F(GameReceiptsTest, AReceiptOfAnotherHistoryIsFoundInTheChain) {
  StoreGames(1, 3);
  const auto checked = CheckReceipt(*ReceiptOfGame(*database_, "1-2"));
  ASSERT_THAT(checked, IsOk());
  TempDir other_dir;
  const auto other = MustOpen(other_dir.At(kDatabaseFileName));
  Furnish(*other);
  MustStore(*other, ResultOf(1, 1));
  MustStore(*other, ResultOf(1, 2, "bob", "ann"));
  EXPECT_THAT(CheckChain(*other, {.heads = {checked->at_link}}).status(),
              IsError(StatusCode::kDataLoss, "the history has been rewritten"));
}

}  // namespace
}  // namespace flagfall::arena::store
