// Any text as a receipt, and as a line with a head of the chain: it is refused with a message, or what is read of it is
// written as the same bytes; a receipt that holds has its game at the link that it names.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "arena/base/json.h"
#include "arena/store/chain_format.h"
#include "arena/store/chain_tree.h"
#include "arena/store/game_receipts.h"
#include "referee/base/check.h"
#include "referee/base/ed25519.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/fuzz/message_mutator.h"

namespace flagfall::fuzz::receipt_fuzz {
namespace {

namespace store = arena::store;

void TryHead(absl::string_view line) {
  const auto head = store::HeadOfLine(line);
  if (!head.ok()) {
    FLAGFALL_CHECK(absl::IsInvalidArgument(head.status()) && !head.status().message().empty());
    return;
  }
  FLAGFALL_CHECK(store::LineOf(*head) == line);
  store::IsSignedHead(*head);
}

// A key that signs nothing else.
constexpr char kPem[] =
    "-----BEGIN PRIVATE KEY-----\n"
    "MC4CAQAwBQYDK2VwBCIEIKvrIwl0zWg/nOoyTRE5aJuifk1aj40EwJ7yoH1Ak5zv\n"
    "-----END PRIVATE KEY-----\n";

// Signs what the receipt says, as a host would that lies.
void SignAnew(v1::GameReceipt& receipt, std::int64_t links) {
  static const auto* const key = new SigningKey(*SigningKey::FromPem(kPem));
  const store::ChainLink link{.link = static_cast<std::int64_t>(receipt.link()),
                              .kind = "game",
                              .game_id = receipt.game_id(),
                              .attempt = receipt.attempt(),
                              .content = {receipt.content().begin(), receipt.content().end()}};
  std::vector<std::string> path;
  for (const std::string& node : receipt.path()) {
    if (!store::ReadHex(node, 32, path.emplace_back())) return;
  }
  std::string head_before;
  if (!store::ReadHex(receipt.head_before(), 32, head_before)) return;
  store::SignedHead head{.link = links,
                         .head = std::string(32, 'h'),
                         .root = store::RootBy(store::HeadOf(head_before, link), link.link, links, path),
                         .public_key = key->PublicKey()};
  if (head.root.empty()) return;
  head.signature = key->Sign(store::SignedText(head));
  receipt.set_signed_head(store::LineOf(head));
}

// A receipt of the first of so many games.
void DrawReceipt(v1::GameReceipt& receipt, std::int64_t links, Random& random) {
  constexpr int kParts = 13;
  receipt.set_link(1 + Below(static_cast<std::uint64_t>(links), random));
  receipt.set_game_id("1-1");
  receipt.set_attempt(1);
  for (int i = 0; i < kParts; ++i) receipt.add_content(std::to_string(i));
  receipt.set_head_before(absl::BytesToHexString(store::FirstHead()));
  for (std::uint64_t left = Below(5, random); left > 0; --left) {
    receipt.add_path(absl::BytesToHexString(std::string(32, 'n')));
  }
}

}  // namespace

FLAGFALL_FUZZER_MUTATOR(receipt) {
  Random random(seed);
  v1::GameReceipt receipt;
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const auto links = static_cast<std::int64_t>(1 + Below(20, random));
  if (!arena::FromJson(text, "the text", receipt).ok()) {
    if (Below(4, random) != 0) return Written(MutatedBytes(text, bytes_max), data, bytes_max);
    DrawReceipt(receipt, links, random);
  } else if (Below(3, random) == 0) {
    return Written(MutatedBytes(text, bytes_max), data, bytes_max);
  }
  if (Below(2, random) == 0) MutateMessage(receipt, random);
  if (Below(2, random) == 0) SignAnew(receipt, links);
  return Written(arena::ToJson(receipt), data, bytes_max);
}

FLAGFALL_FUZZER(receipt) {
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  TryHead(text);
  const auto receipt = store::ReceiptOfText(text, "the text");
  if (!receipt.ok()) {
    FLAGFALL_CHECK(absl::IsInvalidArgument(receipt.status()) && !receipt.status().message().empty());
    return 0;
  }
  FLAGFALL_CHECK(arena::ToJson(*receipt) == absl::StripSuffix(text, "\n"));
  TryHead(receipt->signed_head());
  const auto checked = store::CheckReceipt(*receipt);
  if (!checked.ok()) {
    FLAGFALL_CHECK(!checked.status().message().empty());
    return 0;
  }
  FLAGFALL_CHECK(store::IsSignedHead(checked->signed_head));
  FLAGFALL_CHECK(static_cast<std::uint64_t>(checked->at_link.link) == receipt->link());
  return 0;
}

}  // namespace flagfall::fuzz::receipt_fuzz
