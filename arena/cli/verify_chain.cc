#include "arena/cli/verify_chain.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/cli/read_file.h"
#include "arena/store/chain.h"
#include "arena/store/game_receipts.h"
#include "flagfall/v1/verification.pb.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::cli {
namespace {

constexpr std::size_t kReceiptBytesMax = 1 << 20;
// How many of the keys that have signed are named, and by how many of their digits.
constexpr std::size_t kKeysNamedMax = 8;
constexpr std::size_t kKeyBeginning = 16;

// Empty where none is given.
absl::StatusOr<std::string> PublicKeyOf(const ChainFlags& flags) {
  const bool is_hex = flags.public_key.size() == 64 && absl::c_all_of(flags.public_key, absl::ascii_isxdigit);
  if (!is_hex && !flags.public_key.empty()) {
    return absl::InvalidArgumentError("--public-key must be 64 digits in hex, as `flagfall db key` prints them");
  }
  return absl::HexStringToBytes(flags.public_key);
}

absl::StatusOr<store::KeptOfChain> KeptOf(const ChainFlags& flags, const std::vector<store::SignedHead>& of_receipt) {
  store::KeptOfChain kept{.heads = of_receipt};
  if (!flags.head.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(const store::SignedHead head, store::HeadOfLine(flags.head));
    kept.heads.push_back(head);
  }
  FLAGFALL_ASSIGN_OR_RETURN(kept.public_key, PublicKeyOf(flags));
  return kept;
}

// Returns the heads that the receipt stands for.
absl::StatusOr<std::vector<store::SignedHead>> VerifyReceipt(const ChainFlags& flags, const Console& console) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::string text, ReadFile(flags.receipt, kReceiptBytesMax, "a receipt of a game"));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::GameReceipt receipt, store::ReceiptOfText(text, flags.receipt));
  FLAGFALL_ASSIGN_OR_RETURN(const store::CheckedReceipt checked, store::CheckReceipt(receipt));
  FLAGFALL_ASSIGN_OR_RETURN(const std::string key, PublicKeyOf(flags));
  const std::string signer = absl::BytesToHexString(checked.signed_head.public_key);
  if (!key.empty() && key != checked.signed_head.public_key) {
    return absl::DataLossError(
        absl::StrCat("the receipt is signed with the key ", signer, ", and not with ", flags.public_key));
  }
  if (console.json) {
    v1::ReceiptVerification message;
    message.set_game_id(receipt.game_id());
    message.set_link(static_cast<std::uint32_t>(checked.at_link.link));
    message.set_signed_link(static_cast<std::uint32_t>(checked.signed_head.link));
    message.set_public_key(signer);
    message.set_has_kept_key(!key.empty());
    PrintJson(message, console.out);
    return std::vector<store::SignedHead>{checked.at_link, checked.signed_head};
  }
  console.out << "Game " << Printable(receipt.game_id()) << ", red " << Printable(receipt.content(2)) << ", blue "
              << Printable(receipt.content(3)) << ": " << Printable(receipt.content(4)) << ", "
              << Printable(receipt.content(5)) << ", " << Printable(receipt.content(7))
              << " plies; its record has the SHA-256 " << Printable(receipt.content(0)) << ".\nIt is link "
              << checked.at_link.link << " of " << checked.signed_head.link << " of the chain that the key " << signer
              << " has signed.\n";
  if (key.empty()) console.out << "Without --public-key this does not say whose key it is.\n";
  return std::vector<store::SignedHead>{checked.at_link, checked.signed_head};
}

// Which keys have signed, where there was more than one.
std::string KeyChangesText(const std::vector<store::KeyStart>& keys) {
  if (keys.size() < 2) return "";
  std::vector<std::string> named;
  for (std::size_t i = keys.size() - std::min(keys.size(), kKeysNamedMax); i < keys.size(); ++i) {
    const std::string key = absl::BytesToHexString(keys[i].public_key);
    named.push_back(absl::StrCat(key.substr(0, kKeyBeginning), "... from link ", keys[i].link));
  }
  return absl::StrCat("The signing key has changed ", Counted(keys.size() - 1, "time"), ", last at link ",
                      keys.back().link, ": ", keys.size() > kKeysNamedMax ? "..., " : "", absl::StrJoin(named, ", "),
                      ". Only the host can say whether that was meant.\n");
}

v1::ChainVerification MessageOf(const store::CheckedChain& checked, const ChainFlags& flags,
                                const store::KeptOfChain& kept, const std::vector<store::SignedHead>& of_receipt) {
  v1::ChainVerification message;
  message.set_links(static_cast<std::uint32_t>(checked.newest.link));
  message.set_games(static_cast<std::uint32_t>(checked.games));
  message.set_void_attempts(static_cast<std::uint32_t>(checked.void_attempts));
  message.set_ratings(static_cast<std::uint32_t>(checked.ratings));
  message.set_tournaments(static_cast<std::uint32_t>(checked.tournaments));
  message.set_head(store::LineOf(checked.newest));
  message.set_public_key(absl::BytesToHexString(checked.newest.public_key));
  message.set_key_changes(static_cast<std::uint32_t>(checked.keys.size()) - 1);
  for (const store::KeyStart& start : checked.keys) {
    v1::ChainVerification::Key& key = *message.add_keys();
    key.set_link(static_cast<std::uint32_t>(start.link));
    key.set_public_key(absl::BytesToHexString(start.public_key));
  }
  if (!flags.head.empty()) message.set_kept_link(static_cast<std::uint32_t>(kept.heads.back().link));
  if (!of_receipt.empty()) message.set_receipt_link(static_cast<std::uint32_t>(of_receipt.front().link));
  message.set_has_kept_key(!kept.public_key.empty());
  return message;
}

absl::Status VerifyChain(store::Database& database, const ChainFlags& flags,
                         const std::vector<store::SignedHead>& of_receipt, const Console& console) {
  FLAGFALL_ASSIGN_OR_RETURN(const store::KeptOfChain kept, KeptOf(flags, of_receipt));
  FLAGFALL_ASSIGN_OR_RETURN(const store::CheckedChain checked, store::CheckChain(database, kept));
  if (console.json) {
    PrintJson(MessageOf(checked, flags, kept, of_receipt), console.out);
    return absl::OkStatus();
  }
  console.out << "The chain's " << Counted(checked.newest.link, "link") << " fit what the ledger holds"
              << (flags.head.empty() ? ""
                                     : absl::StrCat(", and nothing up to link ", kept.heads.back().link,
                                                    " differs from what the kept head stands for"))
              << (of_receipt.empty() ? "" : ", and the receipt's game is in it as the receipt tells") << ".\n";
  console.out << KeyChangesText(checked.keys);
  if (kept.heads.empty() && kept.public_key.empty()) {
    console.out << "Without --head or --public-key this proves only that the ledger fits itself.\n";
  }
  console.out << store::LineOf(checked.newest) << "\n";
  return absl::OkStatus();
}

}  // namespace

void AddChainFlags(Command verify, ChainFlags& flags) {
  verify.AddFlag("--chain", flags.is_asked_for,
                 "That no result was changed, left out or put in, by the ledger's signed chain");
  verify.AddOption("--head", flags.head, "With --chain: a head that was kept, as `db head` printed it");
  verify.AddOption(
      "--receipt", flags.receipt,
      "A file with a game's receipt, as `game receipt` printed it; needs no ledger. With --chain also that the "
      "ledger's chain has it");
  verify.AddOption("--public-key", flags.public_key,
                   "With --chain or --receipt: the key of the home, as `db key` prints it");
}

absl::Status CheckFlags(const ChainFlags& flags) {
  if (!flags.is_asked_for && !flags.head.empty()) return absl::InvalidArgumentError("--head goes with --chain");
  if (!flags.is_asked_for && flags.receipt.empty() && !flags.public_key.empty()) {
    return absl::InvalidArgumentError("--public-key goes with --chain or --receipt");
  }
  return absl::OkStatus();
}

absl::Status VerifyChained(const Invocation& invocation, const ChainFlags& flags) {
  std::vector<store::SignedHead> of_receipt;
  if (!flags.receipt.empty()) {
    FLAGFALL_ASSIGN_OR_RETURN(of_receipt, VerifyReceipt(flags, invocation.console));
  }
  if (!flags.is_asked_for) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, invocation.home().OpenForReading());
  return VerifyChain(*database, flags, of_receipt, invocation.console);
}

}  // namespace flagfall::arena::cli
