#include "arena/bots/manifest.h"

#include <google/protobuf/wrappers.pb.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/base/json.h"
#include "arena/base/json_text.h"
#include "arena/base/names.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::bots {
namespace {

namespace fs = std::filesystem;

absl::Status FieldError(absl::string_view field, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("field ", field, ": ", what));
}

absl::Status CheckName(absl::string_view field, absl::string_view name) {
  if (IsName(name, kBotNameCharactersMax)) return absl::OkStatus();
  return FieldError(field, absl::StrCat("must be ", NameRule(kBotNameCharactersMax)));
}

absl::Status CheckText(absl::string_view field, absl::string_view text) {
  if (text.size() > kManifestTextCharactersMax) {
    return FieldError(field, absl::StrCat("has ", text.size(), " bytes; at most ", kManifestTextCharactersMax));
  }
  if (std::any_of(text.begin(), text.end(), [](char c) { return absl::ascii_iscntrl(c); })) {
    return FieldError(field, "holds control characters; only printable text may stand there");
  }
  return absl::OkStatus();
}

// Protobuf takes a text where a list of texts is due for a list of one. The SDKs, which read the same file, do not.
absl::Status CheckLists(absl::string_view text, absl::string_view path) {
  for (const char* field : {"command", "rulesets", "build_command"}) {
    if (BeginningOfField(text, field) != '"') continue;
    return absl::InvalidArgumentError(absl::StrCat(path, ", line ", LineOfField(text, field), ": ", field,
                                                   " is a text; it must be a list of texts, as in [\"one\", \"two\"]"));
  }
  return absl::OkStatus();
}

template <typename Strings>
absl::Status CheckCommand(absl::string_view field, const Strings& command) {
  if (command.size() > kCommandArgumentsMax) {
    return FieldError(field, absl::StrCat("has ", command.size(), " parts; at most ", kCommandArgumentsMax));
  }
  if (!command.empty() && command[0].empty()) return FieldError(field, "its first part, the program, is empty");
  for (const std::string& part : command) FLAGFALL_RETURN_IF_ERROR(CheckText(field, part));
  return absl::OkStatus();
}

absl::Status CheckRulesets(const v1::BotManifest& manifest, const std::vector<std::string>& known) {
  if (manifest.rulesets().empty()) {
    return FieldError("rulesets", absl::StrCat("is empty; list at least one of ", absl::StrJoin(known, ", ")));
  }
  std::set<std::string> seen;
  for (const std::string& ruleset : manifest.rulesets()) {
    if (std::find(known.begin(), known.end(), ruleset) == known.end()) {
      return FieldError("rulesets",
                        absl::StrCat("\"", absl::CHexEscape(ruleset), "\" is not one of ", absl::StrJoin(known, ", ")));
    }
    if (!seen.insert(ruleset).second) return FieldError("rulesets", absl::StrCat("lists ", ruleset, " twice"));
  }
  return absl::OkStatus();
}

absl::Status CheckWorkingDirectory(absl::string_view path) {
  FLAGFALL_RETURN_IF_ERROR(CheckText("working_directory", path));
  const fs::path relative{std::string(path)};
  if (relative.is_absolute() || std::find(relative.begin(), relative.end(), "..") != relative.end()) {
    return FieldError("working_directory", "must be a relative path inside the bot's folder, without \"..\"");
  }
  return absl::OkStatus();
}

// The largest integer up to which a JSON reader that uses floating point tells all integers apart.
constexpr std::int64_t kExactMax = std::int64_t{1} << 53;

std::string JsonString(const std::string& text) {
  google::protobuf::StringValue value;
  value.set_value(text);
  return ToJson(value);
}

// Returns the value of an option as JSON; absent when the text is not of the option's type.
std::optional<std::string> JsonValue(v1::BotOption::Type type, const std::string& text) {
  std::int64_t integer = 0;
  double number = 0;
  switch (type) {
    case v1::BotOption::TYPE_INTEGER:
      if (!absl::SimpleAtoi(text, &integer)) return std::nullopt;
      if (integer > kExactMax || integer < -kExactMax) return JsonString(absl::StrCat(integer));
      return absl::StrCat(integer);
    case v1::BotOption::TYPE_NUMBER:
      if (!absl::SimpleAtod(text, &number) || !std::isfinite(number)) return std::nullopt;
      return absl::StrFormat("%.17g", number);
    case v1::BotOption::TYPE_BOOLEAN:
      if (text != "true" && text != "false") return std::nullopt;
      return text;
    case v1::BotOption::TYPE_STRING:
      return JsonString(text);
    default:
      return std::nullopt;
  }
}

absl::Status CheckOptions(const v1::BotManifest& manifest) {
  if (manifest.options_size() > kBotOptionsMax) {
    return FieldError("options", absl::StrCat("has ", manifest.options_size(), "; at most ", kBotOptionsMax));
  }
  std::set<std::string> seen;
  for (const v1::BotOption& option : manifest.options()) {
    FLAGFALL_RETURN_IF_ERROR(CheckName("options.name", option.name()));
    const std::string field = absl::StrCat("options (", option.name(), ")");
    if (!seen.insert(option.name()).second) return FieldError(field, "is there twice");
    if (option.type() == v1::BotOption::TYPE_UNSPECIFIED || !v1::BotOption::Type_IsValid(option.type())) {
      return FieldError(field, "type must be TYPE_INTEGER, TYPE_NUMBER, TYPE_BOOLEAN or TYPE_STRING");
    }
    FLAGFALL_RETURN_IF_ERROR(CheckText(field, option.default_value()));
    FLAGFALL_RETURN_IF_ERROR(CheckText(field, option.description()));
    if (!JsonValue(option.type(), option.default_value()).has_value()) {
      return FieldError(field, absl::StrCat("default_value \"", absl::CHexEscape(option.default_value()),
                                            "\" is not of its type ", v1::BotOption::Type_Name(option.type())));
    }
  }
  return absl::OkStatus();
}

// Makes a relative path with a `/` in it absolute, from the bot's folder.
std::vector<std::string> Anchored(const google::protobuf::RepeatedPtrField<std::string>& command,
                                  const std::string& folder) {
  std::vector<std::string> anchored(command.begin(), command.end());
  if (!anchored.empty() && anchored[0].find('/') != std::string::npos && anchored[0][0] != '/') {
    anchored[0] = (fs::path(folder) / anchored[0]).lexically_normal().string();
  }
  return anchored;
}

}  // namespace

absl::Status CheckManifest(const v1::BotManifest& manifest, const std::vector<std::string>& rulesets_known) {
  FLAGFALL_RETURN_IF_ERROR(CheckName("name", manifest.name()));
  if (manifest.version().empty()) return FieldError("version", "is empty; give one, as in \"1.0\"");
  FLAGFALL_RETURN_IF_ERROR(CheckText("version", manifest.version()));
  if (manifest.command().empty()) {
    return FieldError("command", "is empty; give the program and its arguments, as in [\"./bot\"]");
  }
  FLAGFALL_RETURN_IF_ERROR(CheckCommand("command", manifest.command()));
  FLAGFALL_RETURN_IF_ERROR(CheckCommand("build_command", manifest.build_command()));
  FLAGFALL_RETURN_IF_ERROR(CheckWorkingDirectory(manifest.working_directory()));
  FLAGFALL_RETURN_IF_ERROR(CheckRulesets(manifest, rulesets_known));
  FLAGFALL_RETURN_IF_ERROR(CheckText("language", manifest.language()));
  FLAGFALL_RETURN_IF_ERROR(CheckText("description", manifest.description()));
  FLAGFALL_RETURN_IF_ERROR(CheckText("author", manifest.author()));
  const std::uint64_t memory = manifest.limits().memory_bytes_max();
  if (memory > 0 && memory < kBotMemoryBytesMin) {
    return FieldError("limits.memory_bytes_max",
                      absl::StrCat("is ", memory, "; gRPC needs at least ", kBotMemoryBytesMin, ", or leave it out"));
  }
  return CheckOptions(manifest);
}

absl::Status CheckRemoteManifest(const v1::BotManifest& manifest, const std::vector<std::string>& rulesets_known) {
  if (!manifest.command().empty() || !manifest.build_command().empty() || !manifest.working_directory().empty()) {
    return FieldError("command",
                      "must be left out: a remote bot is started by its owner, and has neither command nor folders");
  }
  v1::BotManifest started = manifest;
  started.add_command("by-its-owner");
  return CheckManifest(started, rulesets_known);
}

absl::StatusOr<v1::BotManifest> ReadManifest(const std::string& folder,
                                             const std::vector<std::string>& rulesets_known) {
  const std::string path = (fs::path(folder) / "bot.json").string();
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    return absl::NotFoundError(absl::StrCat(path, ": no such file; a bot's folder holds its manifest bot.json"));
  }
  std::ifstream file(path, std::ios::binary);
  std::string text(kManifestBytesMax + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file && !file.eof()) return absl::PermissionDeniedError(absl::StrCat(path, ": cannot be read"));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kManifestBytesMax) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": is larger than ", kManifestBytesMax, " bytes"));
  }
  v1::BotManifest manifest;
  FLAGFALL_RETURN_IF_ERROR(FromJson(text, path, manifest));
  FLAGFALL_RETURN_IF_ERROR(CheckLists(text, path));
  const absl::Status status = CheckManifest(manifest, rulesets_known);
  if (!status.ok()) return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
  return manifest;
}

BotLaunch LaunchOf(const v1::BotManifest& manifest, const std::string& folder, const Sandbox& sandbox) {
  return {.folder = (fs::path(folder) / manifest.working_directory()).string(),
          .command = Anchored(manifest.command(), folder),
          .environment = {},
          .log_path = "",
          .limits = manifest.limits(),
          .sandbox = sandbox,
          .bot_folder = folder};
}

BotLaunch BuildOf(const v1::BotManifest& manifest, const std::string& folder, const Sandbox& sandbox) {
  return {.folder = folder,
          .command = Anchored(manifest.build_command(), folder),
          .environment = {},
          .log_path = "",
          .limits = {},
          .sandbox = sandbox,
          .bot_folder = folder};
}

absl::Status CheckSettings(const v1::BotManifest& manifest, const v1::BotSettings& settings) {
  std::vector<std::string> names;
  for (const v1::BotOption& option : manifest.options()) names.push_back(option.name());
  for (const auto& [name, value] : settings.values()) {
    const auto option = std::find(names.begin(), names.end(), name);
    if (option == names.end()) {
      return absl::InvalidArgumentError(absl::StrCat("bot ", manifest.name(), " has no option '", name, "'; it has ",
                                                     names.empty() ? "none" : absl::StrJoin(names, ", ")));
    }
    const v1::BotOption::Type type = manifest.options(static_cast<int>(option - names.begin())).type();
    if (JsonValue(type, value).has_value()) continue;
    return absl::InvalidArgumentError(absl::StrCat("bot ", manifest.name(), ", option ", name, ": '", value,
                                                   "' is not of its type ", v1::BotOption::Type_Name(type)));
  }
  return absl::OkStatus();
}

std::string OptionsJson(const v1::BotManifest& manifest, const v1::BotSettings& settings) {
  std::vector<std::string> members;
  for (const v1::BotOption& option : manifest.options()) {
    const auto set = settings.values().find(option.name());
    const std::optional<std::string> value =
        JsonValue(option.type(), set == settings.values().end() ? option.default_value() : set->second);
    if (value.has_value()) members.push_back(absl::StrCat(JsonString(option.name()), ":", *value));
  }
  return absl::StrCat("{", absl::StrJoin(members, ","), "}");
}

}  // namespace flagfall::arena::bots
