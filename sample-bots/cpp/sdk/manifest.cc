#include "sample-bots/cpp/sdk/manifest.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"

namespace flagfall::bot {

absl::StatusOr<BotInfo> WithManifest(BotInfo info, const std::string& path) {
  if (!info.name.empty() && !info.version.empty() && !info.rulesets.empty()) return info;
  const std::ifstream file(path);
  if (!file) return absl::NotFoundError(absl::StrCat("no file ", path, ", which says name, version and rulesets"));
  std::stringstream json;
  json << file.rdbuf();
  google::protobuf::Struct manifest;
  if (!google::protobuf::util::JsonStringToMessage(json.str(), &manifest).ok()) {
    return absl::InvalidArgumentError(absl::StrCat(path, " must be a JSON object with name, version and rulesets"));
  }
  auto& fields = *manifest.mutable_fields();
  if (info.name.empty()) info.name = fields["name"].string_value();
  if (info.version.empty()) info.version = fields["version"].string_value();
  if (info.rulesets.empty()) {
    for (const auto& ruleset : fields["rulesets"].list_value().values())
      info.rulesets.push_back(ruleset.string_value());
  }
  return info;
}

}  // namespace flagfall::bot
