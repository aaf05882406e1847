#ifndef ARENA_BASE_JSON_H_
#define ARENA_BASE_JSON_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"

namespace flagfall::arena {

// How a message is laid out as text.
enum class JsonLayout { kCompact, kIndented };

// Returns the message in protobuf's JSON mapping, with the field names of the .proto.
std::string ToJson(const google::protobuf::Message& message, JsonLayout layout = JsonLayout::kCompact);

// Reads `text` into `message`, which is cleared first. `source` says where the text comes from, as in "bot.json".
// INVALID_ARGUMENT names the source, the field and what would be right there. A field that the message does not have is
// an error too.
absl::Status FromJson(absl::string_view text, absl::string_view source, google::protobuf::Message& message);

}  // namespace flagfall::arena

#endif  // ARENA_BASE_JSON_H_
