#include "arena/base/json_writer.h"

#include <google/protobuf/wrappers.pb.h>

#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/base/json.h"
#include "google/protobuf/descriptor.h"

namespace flagfall::arena {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// Whether the writer knows how to write the field.
bool IsKnown(const FieldDescriptor& field) {
  return !field.is_map() && field.cpp_type() != FieldDescriptor::CPPTYPE_DOUBLE &&
         field.cpp_type() != FieldDescriptor::CPPTYPE_FLOAT;
}

bool IsPlain(absl::string_view text) {
  return absl::c_all_of(text, [](char letter) {
    return letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\' && letter != '<' && letter != '>';
  });
}

void AppendText(const std::string& text, std::string& json) {
  if (IsPlain(text)) {
    json.append(1, '"').append(text).append(1, '"');
    return;
  }
  google::protobuf::StringValue value;
  value.set_value(text);
  json += ToJson(value);
}

void AppendEnum(const FieldDescriptor& field, int number, std::string& json) {
  // A value that only a newer program knows is a number.
  const EnumValueDescriptor* const value = field.enum_type()->FindValueByNumber(number);
  if (value == nullptr) {
    absl::StrAppend(&json, number);
  } else {
    json.append(1, '"').append(value->name()).append(1, '"');
  }
}

}  // namespace

// What is to be known of a type of messages to write them.
struct JsonWriter::Type {
  struct Field {
    const FieldDescriptor* descriptor = nullptr;
    // `"name":`.
    std::string key;
    // Of a message.
    const Type* type = nullptr;
  };

  // Whether the writer can write all of it.
  bool is_known = true;
  // By their numbers, as protobuf's writer has them.
  std::vector<Field> fields;

  void Append(const Message& message, std::string& json) const;
  // `index` is that of an element of a repeated field, and -1 of any other.
  void AppendValue(const Message& message, const Reflection& reflection, const Field& field, int index,
                   std::string& json) const;
};

void JsonWriter::Type::AppendValue(const Message& message, const Reflection& reflection, const Field& field, int index,
                                   std::string& json) const {
  const FieldDescriptor* const at = field.descriptor;
  const bool is_one = index < 0;
  std::string scratch;
  switch (at->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      absl::StrAppend(&json,
                      is_one ? reflection.GetInt32(message, at) : reflection.GetRepeatedInt32(message, at, index));
      return;
    case FieldDescriptor::CPPTYPE_UINT32:
      absl::StrAppend(&json,
                      is_one ? reflection.GetUInt32(message, at) : reflection.GetRepeatedUInt32(message, at, index));
      return;
    // Numbers of 64 bits are texts in JSON, whose numbers do not hold them everywhere.
    case FieldDescriptor::CPPTYPE_INT64:
      absl::StrAppend(&json, "\"",
                      is_one ? reflection.GetInt64(message, at) : reflection.GetRepeatedInt64(message, at, index),
                      "\"");
      return;
    case FieldDescriptor::CPPTYPE_UINT64:
      absl::StrAppend(&json, "\"",
                      is_one ? reflection.GetUInt64(message, at) : reflection.GetRepeatedUInt64(message, at, index),
                      "\"");
      return;
    case FieldDescriptor::CPPTYPE_BOOL:
      json += (is_one ? reflection.GetBool(message, at) : reflection.GetRepeatedBool(message, at, index)) ? "true"
                                                                                                          : "false";
      return;
    case FieldDescriptor::CPPTYPE_ENUM:
      return AppendEnum(
          *at, is_one ? reflection.GetEnumValue(message, at) : reflection.GetRepeatedEnumValue(message, at, index),
          json);
    case FieldDescriptor::CPPTYPE_STRING: {
      const std::string& text = is_one ? reflection.GetStringReference(message, at, &scratch)
                                       : reflection.GetRepeatedStringReference(message, at, index, &scratch);
      if (at->type() != FieldDescriptor::TYPE_BYTES) return AppendText(text, json);
      json.append(1, '"').append(absl::Base64Escape(text)).append(1, '"');
      return;
    }
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return field.type->Append(
          is_one ? reflection.GetMessage(message, at) : reflection.GetRepeatedMessage(message, at, index), json);
    // Not IsKnown.
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_FLOAT:
      return;
  }
}

void JsonWriter::Type::Append(const Message& message, std::string& json) const {
  if (!is_known) {
    json += ToJson(message);
    return;
  }
  const Reflection& reflection = *message.GetReflection();
  json += '{';
  char before = 0;
  for (const Field& field : fields) {
    const bool is_repeated = field.descriptor->is_repeated();
    const int size = is_repeated ? reflection.FieldSize(message, field.descriptor) : 0;
    if (is_repeated ? size == 0 : !reflection.HasField(message, field.descriptor)) continue;
    if (before != 0) json += before;
    before = ',';
    json += field.key;
    if (!is_repeated) {
      AppendValue(message, reflection, field, -1, json);
      continue;
    }
    for (int i = 0; i < size; ++i) {
      json += i == 0 ? '[' : ',';
      AppendValue(message, reflection, field, i, json);
    }
    json += ']';
  }
  json += '}';
}

JsonWriter::JsonWriter() = default;
JsonWriter::~JsonWriter() = default;

const JsonWriter::Type& JsonWriter::TypeOf(const Descriptor& descriptor) {
  std::unique_ptr<Type>& type = types_[&descriptor];
  if (type != nullptr) return *type;
  type = std::make_unique<Type>();
  Type& made = *type;
  // Protobuf's own messages have forms of their own in JSON.
  made.is_known = descriptor.file()->package() != "google.protobuf";
  for (int i = 0; i < descriptor.field_count(); ++i) {
    const FieldDescriptor* const field = descriptor.field(i);
    made.is_known = made.is_known && IsKnown(*field);
    made.fields.push_back({.descriptor = field, .key = absl::StrCat("\"", field->name(), "\":"), .type = nullptr});
  }
  absl::c_sort(made.fields,
               [](const auto& a, const auto& b) { return a.descriptor->number() < b.descriptor->number(); });
  for (Type::Field& field : made.fields) {
    if (made.is_known && field.descriptor->message_type() != nullptr) {
      field.type = &TypeOf(*field.descriptor->message_type());
    }
  }
  return made;
}

void JsonWriter::Append(const Message& message, std::string& json) {
  TypeOf(*message.GetDescriptor()).Append(message, json);
}

}  // namespace flagfall::arena
