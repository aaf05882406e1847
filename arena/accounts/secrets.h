#ifndef ARENA_ACCOUNTS_SECRETS_H_
#define ARENA_ACCOUNTS_SECRETS_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace flagfall::arena::accounts {

// A prefix that says what a secret is, and how many random bytes follow it in base64url. A secret is looked for by its
// SHA-256, so that how long that takes says nothing about secrets that there are.
struct SecretKind {
  absl::string_view prefix;
  std::size_t bytes;
};

inline constexpr SecretKind kTokenSecret = {.prefix = "fft_", .bytes = 32};
inline constexpr SecretKind kLinkSecret = {.prefix = "ffl_", .bytes = 32};
// Shorter, since people may have to type it; 128 bits cannot be guessed either.
inline constexpr SecretKind kInvitationCode = {.prefix = "ffi_", .bytes = 16};

// Draws a secret from the system's random source.
std::string DrawSecret(const SecretKind& kind);

// How many characters follow the prefix.
std::size_t CharactersOf(const SecretKind& kind);

// Whether the text may be such a secret.
bool IsSecret(absl::string_view text, const SecretKind& kind);

}  // namespace flagfall::arena::accounts

#endif  // ARENA_ACCOUNTS_SECRETS_H_
