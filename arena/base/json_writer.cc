#include "arena/base/json_writer.h"

#include <google/protobuf/wrappers.pb.h>

#include <cstdint>
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

// The number, truth or enum value in a field, as 64 bits; `index` is that of an element of a repeated field, and -1 of
// any other.
std::uint64_t ReadNumber(const Message& message, const Reflection& reflection, const FieldDescriptor* at, int index) {
  const bool is_one = index < 0;
  switch (at->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return static_cast<std::uint64_t>(is_one ? reflection.GetInt32(message, at)
                                               : reflection.GetRepeatedInt32(message, at, index));
    case FieldDescriptor::CPPTYPE_UINT32:
      return is_one ? reflection.GetUInt32(message, at) : reflection.GetRepeatedUInt32(message, at, index);
    case FieldDescriptor::CPPTYPE_INT64:
      return static_cast<std::uint64_t>(is_one ? reflection.GetInt64(message, at)
                                               : reflection.GetRepeatedInt64(message, at, index));
    case FieldDescriptor::CPPTYPE_UINT64:
      return is_one ? reflection.GetUInt64(message, at) : reflection.GetRepeatedUInt64(message, at, index);
    case FieldDescriptor::CPPTYPE_BOOL:
      return is_one ? reflection.GetBool(message, at) : reflection.GetRepeatedBool(message, at, index);
    case FieldDescriptor::CPPTYPE_ENUM:
      return static_cast<std::uint64_t>(is_one ? reflection.GetEnumValue(message, at)
                                               : reflection.GetRepeatedEnumValue(message, at, index));
    // No numbers, or not IsKnown.
    case FieldDescriptor::CPPTYPE_STRING:
    case FieldDescriptor::CPPTYPE_MESSAGE:
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_FLOAT:
      return 0;
  }
  return 0;
}

bool IsNumber(const FieldDescriptor& field) {
  return field.cpp_type() != FieldDescriptor::CPPTYPE_STRING && field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE;
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

// Appends what ReadNumber has returned.
void AppendNumber(const FieldDescriptor& field, std::uint64_t number, std::string& json) {
  switch (field.cpp_type()) {
    // Numbers of 64 bits are texts in JSON, whose numbers do not hold them everywhere.
    case FieldDescriptor::CPPTYPE_INT64:
      return absl::StrAppend(&json, "\"", static_cast<std::int64_t>(number), "\"");
    case FieldDescriptor::CPPTYPE_UINT64:
      return absl::StrAppend(&json, "\"", number, "\"");
    case FieldDescriptor::CPPTYPE_BOOL:
      json += number != 0 ? "true" : "false";
      return;
    case FieldDescriptor::CPPTYPE_ENUM:
      return AppendEnum(field, static_cast<int>(number), json);
    default:
      return absl::StrAppend(&json, static_cast<std::int64_t>(number));
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
    bool is_number = false;
    // Of a member of a oneof, its place in `oneofs`; -1 of any other field.
    int oneof = -1;
  };

  // Whether the writer can write all of it.
  bool is_known = true;
  // By their numbers, as protobuf's writer has them.
  std::vector<Field> fields;
  // At most kOneofsMax.
  std::vector<const google::protobuf::OneofDescriptor*> oneofs;

  static constexpr std::size_t kOneofsMax = 4;

  // The place of a oneof in `oneofs`, where it is put if there is room; otherwise, and of none, -1.
  int PlaceOf(const google::protobuf::OneofDescriptor* oneof) {
    const auto known = absl::c_find(oneofs, oneof);
    if (oneof == nullptr || (known == oneofs.end() && oneofs.size() == kOneofsMax)) return -1;
    const int place = static_cast<int>(known - oneofs.begin());
    if (known == oneofs.end()) oneofs.push_back(oneof);
    return place;
  }

  void Append(const Message& message, std::string& json) const;
  // `index` is that of an element of a repeated field, and -1 of any other.
  void AppendValue(const Message& message, const Reflection& reflection, const Field& field, int index,
                   std::string& json) const;
};

void JsonWriter::Type::AppendValue(const Message& message, const Reflection& reflection, const Field& field, int index,
                                   std::string& json) const {
  const FieldDescriptor* const at = field.descriptor;
  const bool is_one = index < 0;
  if (field.is_number) return AppendNumber(*at, ReadNumber(message, reflection, at, index), json);
  if (field.type != nullptr) {
    return field.type->Append(
        is_one ? reflection.GetMessage(message, at) : reflection.GetRepeatedMessage(message, at, index), json);
  }
  std::string scratch;
  const std::string& text = is_one ? reflection.GetStringReference(message, at, &scratch)
                                   : reflection.GetRepeatedStringReference(message, at, index, &scratch);
  if (at->type() != FieldDescriptor::TYPE_BYTES) return AppendText(text, json);
  json.append(1, '"').append(absl::Base64Escape(text)).append(1, '"');
}

// Most fields of a record's entries are absent, and most of what a field costs is to find that out. So a oneof is asked
// once which of its members is there, and a number without presence is read at once: it is absent when it is 0.
void JsonWriter::Type::Append(const Message& message, std::string& json) const {
  if (!is_known) {
    json += ToJson(message);
    return;
  }
  const Reflection& reflection = *message.GetReflection();
  const FieldDescriptor* chosen[kOneofsMax] = {};
  for (std::size_t i = 0; i < oneofs.size(); ++i) {
    chosen[i] = reflection.GetOneofFieldDescriptor(message, oneofs[i]);
  }
  json += '{';
  char before = 0;
  const auto begin = [&json, &before](const Field& field) {
    if (before != 0) json += before;
    before = ',';
    json += field.key;
  };
  for (const Field& field : fields) {
    const FieldDescriptor* const at = field.descriptor;
    if (at->is_repeated()) {
      const int size = reflection.FieldSize(message, at);
      if (size == 0) continue;
      begin(field);
      for (int i = 0; i < size; ++i) {
        json += i == 0 ? '[' : ',';
        AppendValue(message, reflection, field, i, json);
      }
      json += ']';
    } else if (field.is_number && !at->has_presence()) {
      const std::uint64_t number = ReadNumber(message, reflection, at, -1);
      if (number == 0) continue;
      begin(field);
      AppendNumber(*at, number, json);
    } else if (field.oneof >= 0 ? chosen[field.oneof] == at : reflection.HasField(message, at)) {
      begin(field);
      AppendValue(message, reflection, field, -1, json);
    }
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
    made.fields.push_back({.descriptor = field,
                           .key = absl::StrCat("\"", field->name(), "\":"),
                           .type = nullptr,
                           .is_number = IsNumber(*field),
                           .oneof = made.PlaceOf(field->real_containing_oneof())});
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
