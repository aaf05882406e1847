#ifndef ARENA_WEBHOOKS_SIGNATURE_H_
#define ARENA_WEBHOOKS_SIGNATURE_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace flagfall::arena::webhooks {

// How reports are signed is that of standardwebhooks.com, for which there are libraries in most languages.

// Draws the key of a webhook, 32 bytes, from the system's random source.
std::string DrawSigningKey();

// The key as its owner is told it once: `whsec_` and its base64.
std::string SecretOf(absl::string_view signing_key);

// Draws the name of a delivery: `msg_` and 22 characters.
std::string DrawDeliveryName();

// The header `webhook-signature`: "v1," and the base64 of the HMAC-SHA256 over the delivery's name, the seconds since
// 1970 and the body, with dots between.
std::string SignatureOf(absl::string_view signing_key, absl::string_view name, std::int64_t seconds,
                        absl::string_view body);

}  // namespace flagfall::arena::webhooks

#endif  // ARENA_WEBHOOKS_SIGNATURE_H_
