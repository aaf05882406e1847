#include "arena/web/open_api.h"

#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/base/names.h"
#include "flagfall/v1/game.pb.h"
#include "flagfall/v1/types.pb.h"

namespace flagfall::arena::web {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;

constexpr absl::string_view kTimestamp = "google.protobuf.Timestamp";
constexpr absl::string_view kTimeSchema = R"({"type":"string","format":"date-time"})";

// All texts here are the program's own, without control characters.
std::string Quoted(absl::string_view text) {
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"");
}

// A JSON object of members whose values are JSON.
using Members = std::vector<std::pair<std::string, std::string>>;
std::string Object(const Members& members) {
  return absl::StrCat("{",
                      absl::StrJoin(members, ",",
                                    [](std::string* out, const auto& member) {
                                      absl::StrAppend(out, Quoted(member.first), ":", member.second);
                                    }),
                      "}");
}

std::string Array(const std::vector<std::string>& items) { return absl::StrCat("[", absl::StrJoin(items, ","), "]"); }

std::string OneOf(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const std::string& word : words) quoted.push_back(Quoted(word));
  return Object({{"type", Quoted("string")}, {"enum", Array(quoted)}});
}

// As in "Replay", and "Outer.Inner" for a nested message.
std::string NameOf(const Descriptor& message) {
  return message.full_name().substr(message.file()->package().size() + 1);
}

// The names of an enum's values, as they stand in answers.
std::string EnumSchema(const EnumDescriptor& type) {
  std::vector<std::string> names;
  for (int i = 0; i < type.value_count(); ++i) names.push_back(type.value(i)->name());
  return OneOf(names);
}

// The words for an enum's values, as they stand in parameters.
std::string WordsSchema(const EnumDescriptor& type) {
  std::vector<std::string> words;
  for (int i = 1; i < type.value_count(); ++i) words.push_back(EnumWord(type, type.value(i)->number()));
  return OneOf(words);
}

// The schemas of messages, with all that they are made of.
class Schemas {
 public:
  std::string Ref(const Descriptor& message) {
    if (message.full_name() == kTimestamp) return std::string(kTimeSchema);
    const std::string name = NameOf(message);
    if (seen_.insert(name).second) {
      Members properties;
      for (int i = 0; i < message.field_count(); ++i) {
        properties.emplace_back(message.field(i)->name(), FieldSchema(*message.field(i)));
      }
      schemas_.emplace(name, Object({{"type", Quoted("object")}, {"properties", Object(properties)}}));
    }
    return Object({{"$ref", Quoted(absl::StrCat("#/components/schemas/", name))}});
  }

  std::string All() const { return Object(Members(schemas_.begin(), schemas_.end())); }

 private:
  std::string FieldSchema(const FieldDescriptor& field) {
    if (field.is_map()) {
      const std::string values = ValueSchema(*field.message_type()->map_value());
      return Object({{"type", Quoted("object")}, {"additionalProperties", values}});
    }
    if (!field.is_repeated()) return ValueSchema(field);
    return Object({{"type", Quoted("array")}, {"items", ValueSchema(field)}});
  }

  std::string ValueSchema(const FieldDescriptor& field) {
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_INT32:
      case FieldDescriptor::CPPTYPE_UINT32:
        return Object({{"type", Quoted("integer")}});
      case FieldDescriptor::CPPTYPE_INT64:
      case FieldDescriptor::CPPTYPE_UINT64:
        return Object({{"type", Quoted("string")}, {"pattern", Quoted("^-?[0-9]+$")}});
      case FieldDescriptor::CPPTYPE_DOUBLE:
      case FieldDescriptor::CPPTYPE_FLOAT:
        return Object(
            {{"oneOf", Array({Object({{"type", Quoted("number")}}), OneOf({"Infinity", "-Infinity", "NaN"})})}});
      case FieldDescriptor::CPPTYPE_BOOL:
        return Object({{"type", Quoted("boolean")}});
      case FieldDescriptor::CPPTYPE_ENUM:
        return EnumSchema(*field.enum_type());
      case FieldDescriptor::CPPTYPE_STRING:
        return field.type() == FieldDescriptor::TYPE_BYTES
                   ? Object({{"type", Quoted("string")}, {"contentEncoding", Quoted("base64")}})
                   : Object({{"type", Quoted("string")}});
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return Ref(*field.message_type());
    }
    return Object({});
  }

  std::set<std::string> seen_;
  std::map<std::string, std::string> schemas_;
};

std::string SchemaOf(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::kText:
      return Object({{"type", Quoted("string")}});
    case ParameterKind::kNumber:
      return Object({{"type", Quoted("integer")}, {"minimum", "0"}, {"maximum", "4294967295"}});
    case ParameterKind::kTime:
      return std::string(kTimeSchema);
    case ParameterKind::kFlag:
      return Object({{"type", Quoted("boolean")}});
    case ParameterKind::kResult:
      return WordsSchema(*v1::Result_descriptor());
    case ParameterKind::kReason:
      return WordsSchema(*v1::Reason_descriptor());
    case ParameterKind::kView:
      return WordsSchema(*v1::Observer_descriptor());
  }
  return Object({});
}

std::string ParameterOf(absl::string_view where, absl::string_view name, absl::string_view about,
                        const std::string& schema) {
  return Object({{"name", Quoted(name)},
                 {"in", Quoted(where)},
                 {"description", Quoted(about)},
                 {"required", where == "path" ? "true" : "false"},
                 {"schema", schema}});
}

std::vector<std::string> ParametersOf(const ApiRoute& route) {
  std::vector<std::string> parameters;
  for (const absl::string_view part : absl::StrSplit(route.path, '/')) {
    absl::string_view name = part;
    if (!absl::ConsumePrefix(&name, "{") || !absl::ConsumeSuffix(&name, "}")) continue;
    parameters.push_back(ParameterOf("path", name, absl::StrCat("the ", name), Object({{"type", Quoted("string")}})));
  }
  for (const KnownParameter& parameter : route.parameters) {
    parameters.push_back(ParameterOf("query", parameter.name, parameter.about, SchemaOf(parameter.kind)));
  }
  return parameters;
}

// A stream's body is text; the schemas of its events' data are told in a field of our own, by the events' names.
std::string AnswerOf(const ApiRoute& route, Schemas& schemas) {
  Members content;
  if (route.message != nullptr) content.emplace_back("schema", schemas.Ref(*route.message));
  Members events;
  for (const KnownEvent& event : route.events) events.emplace_back(event.name, schemas.Ref(*event.message));
  if (!events.empty()) content.emplace_back("x-events", Object(events));
  const std::string type(route.type.substr(0, route.type.find(';')));
  return Object({{"description", Quoted(route.about)}, {"content", Object({{type, Object(content)}})}});
}

}  // namespace

v1::ApiIndex IndexOf(const std::vector<ApiRoute>& routes) {
  v1::ApiIndex index;
  index.set_open_api(absl::StrCat(kApiRoot, "/openapi.json"));
  for (const ApiRoute& route : routes) {
    v1::ApiPath& path = *index.add_paths();
    path.set_path(absl::StrCat(kApiRoot, route.path));
    path.set_about(std::string(route.about));
    if (route.message != nullptr) path.set_message(NameOf(*route.message));
    for (const KnownParameter& known : route.parameters) {
      v1::ApiParameter& parameter = *path.add_parameters();
      parameter.set_name(std::string(known.name));
      parameter.set_about(std::string(known.about));
    }
    for (const KnownEvent& known : route.events) {
      v1::ApiEvent& event = *path.add_events();
      event.set_name(std::string(known.name));
      event.set_message(NameOf(*known.message));
    }
  }
  return index;
}

std::string OpenApiOf(const std::vector<ApiRoute>& routes, absl::string_view version) {
  Schemas schemas;
  const std::string error = Object(
      {{"description", Quoted("what was wrong, and what would be right")},
       {"content", Object({{"application/json", Object({{"schema", schemas.Ref(*v1::ApiError::descriptor())}})}})}});
  Members paths;
  for (const ApiRoute& route : routes) {
    const std::string responses = Object({{"200", AnswerOf(route, schemas)}, {"default", error}});
    paths.emplace_back(absl::StrCat(kApiRoot, route.path),
                       Object({{"get", Object({{"summary", Quoted(route.about)},
                                               {"parameters", Array(ParametersOf(route))},
                                               {"responses", responses}})}}));
  }
  const std::string info = Object({{"title", Quoted("Flagfall")}, {"version", Quoted(version)}});
  return Object({{"openapi", Quoted("3.1.0")},
                 {"info", info},
                 {"paths", Object(paths)},
                 {"components", Object({{"schemas", schemas.All()}})}});
}

}  // namespace flagfall::arena::web
