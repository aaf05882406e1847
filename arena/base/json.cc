#include "arena/base/json.h"

#include <google/protobuf/util/json_util.h>

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "google/protobuf/descriptor.h"
#include "referee/base/check.h"

namespace flagfall::arena {

std::string ToJson(const google::protobuf::Message& message, JsonLayout layout) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  options.add_whitespace = layout == JsonLayout::kIndented;
  std::string text;
  // Fails only for messages with google.protobuf.Any of an unknown type, which ours do not have.
  FLAGFALL_CHECK(google::protobuf::util::MessageToJsonString(message, &text, options).ok());
  return text;
}

absl::Status FromJson(absl::string_view text, absl::string_view source, google::protobuf::Message& message) {
  message.Clear();
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = false;
  const auto status = google::protobuf::util::JsonStringToMessage(
      google::protobuf::StringPiece(text.data(), text.size()), &message, options);
  if (status.ok()) return absl::OkStatus();
  std::vector<std::string> fields;
  for (int i = 0; i < message.GetDescriptor()->field_count(); ++i)
    fields.push_back(message.GetDescriptor()->field(i)->name());
  return absl::InvalidArgumentError(absl::StrCat(source, " is not a ", message.GetDescriptor()->name(), " in JSON: ",
                                                 absl::string_view(status.message().data(), status.message().size()),
                                                 "; its fields are ", absl::StrJoin(fields, ", ")));
}

}  // namespace flagfall::arena
