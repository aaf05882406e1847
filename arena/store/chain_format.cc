#include "arena/store/chain_format.h"

#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "referee/base/check.h"
#include "referee/base/ed25519.h"
#include "referee/base/sha256.h"

namespace flagfall::arena::store {
namespace {

constexpr std::size_t kHashBytes = 32;
constexpr std::size_t kPublicKeyBytes = 32;
constexpr std::size_t kSignatureBytes = 64;

void AppendField(std::string& text, absl::string_view field) {
  for (int shift = 56; shift >= 0; shift -= 8) text.push_back(static_cast<char>((field.size() >> shift) & 0xff));
  text.append(field.data(), field.size());
}

// The line is to have one spelling, so no 007 and no +7.
bool ReadNumber(const std::string& text, std::int64_t& number) {
  return absl::SimpleAtoi(text, &number) && number >= 1 && absl::StrCat(number) == text;
}

}  // namespace

std::string FirstHead() { return std::string(kHashBytes, '\0'); }

std::string HeadOf(absl::string_view head_before, const ChainLink& link) {
  FLAGFALL_CHECK(head_before.size() == kHashBytes);
  std::string text;
  AppendField(text, "flagfall-chain:1");
  AppendField(text, head_before);
  AppendField(text, absl::StrCat(link.link));
  AppendField(text, link.kind);
  AppendField(text, link.game_id);
  AppendField(text, absl::StrCat(link.attempt));
  for (const std::string& field : link.content) AppendField(text, field);
  return Sha256Of(text);
}

bool ReadHex(absl::string_view hex, std::size_t count, std::string& bytes) {
  if (hex.size() != 2 * count) return false;
  for (const char c : hex) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(c)) && (c < 'a' || c > 'f')) return false;
  }
  bytes = absl::HexStringToBytes(hex);
  return true;
}

std::string SignedText(const SignedHead& head) {
  std::string text;
  AppendField(text, "flagfall-head:2");
  AppendField(text, absl::StrCat(head.link));
  AppendField(text, head.head);
  AppendField(text, head.root);
  AppendField(text, head.public_key);
  return text;
}

bool IsSignedHead(const SignedHead& head) { return IsSigned(head.public_key, SignedText(head), head.signature); }

std::string LineOf(const SignedHead& head) {
  const std::string place = absl::StrCat(head.link, ":", absl::BytesToHexString(head.head));
  if (head.signature.empty()) return place;
  return absl::StrCat("flagfall-head:2:", place, ":", absl::BytesToHexString(head.root), ":",
                      absl::BytesToHexString(head.public_key), ":", absl::BytesToHexString(head.signature));
}

absl::StatusOr<SignedHead> HeadOfLine(absl::string_view line) {
  const std::vector<std::string> parts = absl::StrSplit(line, ':');
  SignedHead head;
  const auto wrong = [](absl::string_view what) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the kept head is not one of flagfall's (flagfall-head:2:LINK:HEAD:ROOT:PUBLIC-KEY:SIGNATURE, or LINK:HEAD): ",
        what));
  };
  if (parts.size() == 2 && ReadNumber(parts[0], head.link) && ReadHex(parts[1], kHashBytes, head.head)) return head;
  if (parts[0] != "flagfall-head") return wrong("it begins otherwise");
  if (parts.size() < 2 || parts[1] != "2") return wrong("this program knows version 2 only");
  if (parts.size() != 7) return wrong("it does not have seven parts");
  if (!ReadNumber(parts[2], head.link)) return wrong("its link is no number from 1");
  if (!ReadHex(parts[3], kHashBytes, head.head)) return wrong("its head is not 32 bytes in lower-case hex");
  if (!ReadHex(parts[4], kHashBytes, head.root)) return wrong("its root is not 32 bytes in lower-case hex");
  if (!ReadHex(parts[5], kPublicKeyBytes, head.public_key)) {
    return wrong("its public key is not 32 bytes in lower-case hex");
  }
  if (!ReadHex(parts[6], kSignatureBytes, head.signature)) {
    return wrong("its signature is not 64 bytes in lower-case hex");
  }
  return head;
}

}  // namespace flagfall::arena::store
