#include "arena/accounts/secrets.h"

#include <unistd.h>

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "referee/base/check.h"

namespace flagfall::arena::accounts {

std::string DrawSecret(const SecretKind& kind) {
  std::string bytes(kind.bytes, '\0');
  FLAGFALL_CHECK(::getentropy(bytes.data(), bytes.size()) == 0);
  return absl::StrCat(kind.prefix, absl::WebSafeBase64Escape(bytes));
}

std::size_t CharactersOf(const SecretKind& kind) { return (kind.bytes * 8 + 5) / 6; }

bool IsSecret(absl::string_view text, const SecretKind& kind) {
  return absl::StartsWith(text, kind.prefix) && text.size() == kind.prefix.size() + CharactersOf(kind) &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(kind.prefix.size()), text.end(),
                     [](char c) { return absl::ascii_isalnum(c) || c == '-' || c == '_'; });
}

}  // namespace flagfall::arena::accounts
