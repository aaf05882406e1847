#include "arena/base/json.h"

#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/time_util.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/base/json_text.h"
#include "google/protobuf/descriptor.h"
#include "referee/base/check.h"

namespace flagfall::arena {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Timestamp;

// Takes out the times that are none.
void ClearNoTimes(Message& message) {
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (field->is_repeated()) {
      for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
        ClearNoTimes(*reflection.MutableRepeatedMessage(&message, field, i));
      }
      continue;
    }
    Message& child = *reflection.MutableMessage(&message, field);
    const auto* time = dynamic_cast<const Timestamp*>(&child);
    if (time == nullptr) {
      ClearNoTimes(child);
    } else if (!IsTime(*time)) {
      reflection.ClearField(&message, field);
    }
  }
}

// Returns the field at a path as protobuf's errors write it, as in "ruleset.options[0].value"; null when there is none.
const FieldDescriptor* FieldAt(const Descriptor* message, absl::string_view path) {
  const FieldDescriptor* field = nullptr;
  for (const absl::string_view part : absl::StrSplit(path, '.')) {
    if (message == nullptr) return nullptr;
    field = message->FindFieldByName(std::string(part.substr(0, part.find('['))));
    message = field == nullptr ? nullptr : field->message_type();
  }
  return field;
}

std::string FieldsOf(const Descriptor& message) {
  std::vector<std::string> names;
  for (int i = 0; i < message.field_count(); ++i) names.push_back(message.field(i)->name());
  return absl::StrJoin(names, ", ");
}

std::string ValuesOf(const google::protobuf::EnumDescriptor& type) {
  std::vector<std::string> names;
  for (int i = 0; i < type.value_count(); ++i) {
    if (type.value(i)->number() != 0) names.push_back(type.value(i)->name());
  }
  return absl::StrJoin(names, ", ");
}

// Describes the values that the field takes.
std::string DomainOf(const FieldDescriptor& field) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return "a whole number from -2147483648 to 2147483647";
    case FieldDescriptor::CPPTYPE_UINT32:
      return "a whole number from 0 to 4294967295";
    case FieldDescriptor::CPPTYPE_INT64:
      return "a whole number from -9223372036854775808 to 9223372036854775807";
    case FieldDescriptor::CPPTYPE_UINT64:
      return "a whole number from 0 to 18446744073709551615";
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_FLOAT:
      return "a number";
    case FieldDescriptor::CPPTYPE_BOOL:
      return "true or false";
    case FieldDescriptor::CPPTYPE_STRING:
      return "a text in double quotes";
    case FieldDescriptor::CPPTYPE_ENUM:
      return absl::StrCat("one of ", ValuesOf(*field.enum_type()));
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return absl::StrCat("an object with the fields ", FieldsOf(*field.message_type()));
  }
  FLAGFALL_CHECK(false);
}

// Explains an error "(PATH): invalid value VALUE for type TYPE"; empty when it is another error.
std::string WrongValue(const Descriptor& message, absl::string_view error) {
  const std::size_t path_end = error.find("): invalid value ");
  const std::size_t value_end = error.rfind(" for type ");
  if (error.substr(0, 1) != "(" || path_end == error.npos || value_end == error.npos) return "";
  const absl::string_view path = error.substr(1, path_end - 1);
  const std::size_t value_begin = path_end + std::string("): invalid value ").size();
  const FieldDescriptor* field = FieldAt(&message, path);
  if (field == nullptr || value_end < value_begin) return "";
  return absl::StrCat(path, " is ", error.substr(value_begin, value_end - value_begin), "; it must be ",
                      DomainOf(*field));
}

// Explains an error "(PATH) NAME: Cannot find field.", which at the root comes without "(PATH) "; empty when it is
// another error.
std::string UnknownField(const Descriptor& root, absl::string_view error) {
  const std::size_t name_end = error.find(": Cannot find field.");
  if (name_end == error.npos) return "";
  if (error[0] != '(') {
    return absl::StrCat("there is no field '", error.substr(0, name_end), "'; the fields are ", FieldsOf(root));
  }
  const std::size_t path_end = error.find(") ");
  if (path_end == error.npos || path_end > name_end) return "";
  const absl::string_view path = error.substr(1, path_end - 1);
  const FieldDescriptor* parent = FieldAt(&root, path);
  if (parent == nullptr || parent->message_type() == nullptr) return "";
  return absl::StrCat(path, " has no field '", error.substr(path_end + 2, name_end - path_end - 2),
                      "'; its fields are ", FieldsOf(*parent->message_type()));
}

// Returns the field that protobuf's error is about: "(PATH): ...", "(PATH) NAME: ..." or "NAME: Cannot find field.";
// empty when it is about none.
std::string PathIn(absl::string_view error) {
  const std::size_t name_end = error.find(": Cannot find field.");
  const std::size_t path_end = error.find(')');
  std::string path =
      error.substr(0, 1) == "(" && path_end != error.npos ? std::string(error.substr(1, path_end - 1)) : "";
  if (name_end == error.npos) return path;
  const std::size_t name = path.empty() ? 0 : path_end + 2;
  if (name > name_end) return path;
  return absl::StrCat(path, path.empty() ? "" : ".", error.substr(name, name_end - name));
}

// Rewrites protobuf's error so that it says what would be right. An error about the syntax shows the place by itself
// and stays as it is.
std::string Explained(const Descriptor& message, absl::string_view error) {
  if (std::string text = WrongValue(message, error); !text.empty()) return text;
  if (std::string text = UnknownField(message, error); !text.empty()) return text;
  if (error.find("Root element must be a message") != error.npos) return "it must be an object in { }";
  return absl::StrCat("it is not JSON: ", error);
}

}  // namespace

bool IsTime(const Timestamp& time) {
  using google::protobuf::util::TimeUtil;
  return time.seconds() >= TimeUtil::kTimestampMinSeconds && time.seconds() <= TimeUtil::kTimestampMaxSeconds &&
         time.nanos() >= 0 && time.nanos() < 1'000'000'000;
}

std::string ToJson(const google::protobuf::Message& message, JsonLayout layout) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  options.add_whitespace = layout == JsonLayout::kIndented;
  options.always_print_primitive_fields = layout == JsonLayout::kWhole;
  std::string text;
  if (google::protobuf::util::MessageToJsonString(message, &text, options).ok()) return text;
  text.clear();
  const std::unique_ptr<Message> writable(message.New());
  writable->CopyFrom(message);
  ClearNoTimes(*writable);
  // What else has no form in JSON is a google.protobuf.Any of an unknown type, which our messages do not have.
  FLAGFALL_CHECK(google::protobuf::util::MessageToJsonString(*writable, &text, options).ok());
  return text;
}

absl::Status FromJson(absl::string_view text, absl::string_view source, google::protobuf::Message& message) {
  message.Clear();
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = false;
  const auto status = google::protobuf::util::JsonStringToMessage(
      google::protobuf::StringPiece(text.data(), text.size()), &message, options);
  if (status.ok()) return absl::OkStatus();
  const absl::string_view error(status.message().data(), status.message().size());
  const int line = LineOfField(text, PathIn(error));
  return absl::InvalidArgumentError(absl::StrCat(source, line > 0 ? absl::StrCat(", line ", line) : "", ": ",
                                                 Explained(*message.GetDescriptor(), error)));
}

}  // namespace flagfall::arena
