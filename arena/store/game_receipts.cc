#include "arena/store/game_receipts.h"

#include <limits>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "arena/store/chain.h"
#include "arena/store/games.h"
#include "arena/store/results.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

constexpr std::size_t kHashOfReceiptBytes = 32;
// What a link of a game tells, as ReadContent reads it.
constexpr int kContentOfGame = 13;

absl::Status WrongForm(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("this is no receipt of a game: ", what));
}

absl::Status DoesNotFit(const v1::GameReceipt& receipt, absl::string_view what) {
  return absl::DataLossError(
      absl::StrCat("the receipt of game ", receipt.game_id(), " has been changed, or is none: ", what));
}

// The link as it was chained. The receipt has it all but its head.
ChainLink LinkOf(const v1::GameReceipt& receipt) {
  return {.link = static_cast<std::int64_t>(receipt.link()),
          .kind = "game",
          .game_id = receipt.game_id(),
          .attempt = receipt.attempt(),
          .content = {receipt.content().begin(), receipt.content().end()}};
}

absl::StatusOr<std::string> HeadAt(Database& database, std::int64_t link) {
  if (link == 0) return FirstHead();
  Statement select = database.Prepare("SELECT head FROM chain WHERE link = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(link).Next());
  if (!found || select.IsNull(0)) return absl::DataLossError(absl::StrCat("link ", link, " of the chain has no head"));
  return select.Blob(0);
}

}  // namespace

absl::StatusOr<v1::GameReceipt> ReceiptOfGame(Database& database, absl::string_view game_id) {
  FLAGFALL_ASSIGN_OR_RETURN(const Transaction transaction, Transaction::BeginReading(database));
  FLAGFALL_ASSIGN_OR_RETURN(const GameSummary game, FindGame(database, game_id));
  if (game.is_imported) {
    return absl::FailedPreconditionError(absl::StrCat(
        "game ", game_id, " was played elsewhere and imported: it is not in the chain, and has no receipt"));
  }
  FLAGFALL_ASSIGN_OR_RETURN(const SignedHead newest, NewestHead(database));
  Statement select = database.Prepare("SELECT link, attempt FROM chain WHERE kind = 'game' AND game_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(game_id).Next());
  if (!found || select.Int(0) > newest.link) {
    return absl::FailedPreconditionError(absl::StrCat("game ", game_id, " has not been signed yet"));
  }
  ChainLink link{.link = select.Int(0), .kind = "game", .game_id = std::string(game_id), .attempt = select.Int(1)};
  FLAGFALL_ASSIGN_OR_RETURN(const bool is_there, ReadContent(database, link));
  if (!is_there) return absl::DataLossError(absl::StrCat("the chain has another attempt of game ", game_id));
  FLAGFALL_ASSIGN_OR_RETURN(const std::string head_before, HeadAt(database, link.link - 1));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<std::string> path,
                            PathOf(link.link, newest.link, [&](int level, std::int64_t number) {
                              return ReadChainNode(database, level, number);
                            }));
  v1::GameReceipt receipt;
  receipt.set_link(static_cast<std::uint64_t>(link.link));
  receipt.set_game_id(link.game_id);
  receipt.set_attempt(static_cast<std::uint32_t>(link.attempt));
  for (const std::string& field : link.content) receipt.add_content(field);
  receipt.set_head_before(absl::BytesToHexString(head_before));
  for (const std::string& node : path) receipt.add_path(absl::BytesToHexString(node));
  receipt.set_signed_head(LineOf(newest));
  return receipt;
}

absl::StatusOr<v1::GameReceipt> ReceiptOfText(absl::string_view text, absl::string_view source) {
  v1::GameReceipt receipt;
  FLAGFALL_RETURN_IF_ERROR(FromJson(text, source, receipt));
  const std::string written = ToJson(receipt);
  if (text == written || text == absl::StrCat(written, "\n")) return receipt;
  return absl::InvalidArgumentError(absl::StrCat(
      source, " is not as `flagfall game receipt` writes a receipt: it has been changed or laid out anew"));
}

absl::StatusOr<CheckedReceipt> CheckReceipt(const v1::GameReceipt& receipt) {
  CheckedReceipt checked;
  FLAGFALL_ASSIGN_OR_RETURN(checked.signed_head, HeadOfLine(receipt.signed_head()));
  if (checked.signed_head.signature.empty()) return WrongForm("its signed_head has no signature");
  if (receipt.link() < 1 || receipt.link() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return WrongForm("its link is no number from 1");
  }
  if (PartsOfGameId(receipt.game_id()).number == 0) return WrongForm("its game_id is none");
  if (receipt.content_size() != kContentOfGame) {
    return WrongForm(absl::StrCat("its content does not have ", kContentOfGame, " parts"));
  }
  std::string head_before;
  if (!ReadHex(receipt.head_before(), kHashOfReceiptBytes, head_before)) {
    return WrongForm("its head_before is not 32 bytes in lower-case hex");
  }
  std::vector<std::string> path(static_cast<std::size_t>(receipt.path_size()));
  for (int i = 0; i < receipt.path_size(); ++i) {
    if (!ReadHex(receipt.path(i), kHashOfReceiptBytes, path[static_cast<std::size_t>(i)])) {
      return WrongForm("a part of its path is not 32 bytes in lower-case hex");
    }
  }
  const ChainLink link = LinkOf(receipt);
  checked.at_link = {.link = link.link, .head = HeadOf(head_before, link)};
  if (!IsSignedHead(checked.signed_head)) return DoesNotFit(receipt, "its signed head has no signature of its key");
  if (RootBy(checked.at_link.head, link.link, checked.signed_head.link, path) != checked.signed_head.root) {
    return DoesNotFit(receipt, "what it tells of the game does not lead to the root that was signed");
  }
  return checked;
}

}  // namespace flagfall::arena::store
