#include "arena/bots/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace flagfall::arena::bots {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<std::string> kRulesets = {"classic", "duel"};

// Returns a manifest with these fields added to, or in place of, its usual ones.
std::string Manifest(const std::string& more, const std::string& name = R"("name": "anna")",
                     const std::string& command = R"("command": ["./anna"])",
                     const std::string& rulesets = R"("rulesets": ["classic"])") {
  return "{" + name + R"(, "version": "1.0", )" + command + ", " + rulesets + (more.empty() ? "" : ", " + more) + "}";
}

TEST(ReadManifest, AcceptsGoodManifests) {
  const std::vector<std::string> good = {
      Manifest(""),
      Manifest(R"("language": "C++", "author": "A. Turing", "description": "thinks – a little")"),
      Manifest(R"("working_directory": "run/here", "build_command": ["make", "-j2"])"),
      Manifest(R"("limits": {"memory_bytes_max": "536870912", "cpu_seconds_max": 60, "processes_max": 4})"),
      Manifest(R"("options": [{"name": "depth", "type": "TYPE_INTEGER", "default_value": "-3"},
                              {"name": "noise", "type": "TYPE_NUMBER", "default_value": "0.5"},
                              {"name": "book", "type": "TYPE_BOOLEAN", "default_value": "true"},
                              {"name": "mood", "type": "TYPE_STRING"}])"),
      Manifest("", R"("name": "9-b_c.d")", R"("command": ["python3", "bot.py"])", R"("rulesets": ["duel", "classic"])"),
  };
  for (const std::string& text : good) {
    const TempDir folder;
    folder.Write("bot.json", text);
    EXPECT_THAT(ReadManifest(folder.path(), kRulesets), IsOk()) << text;
  }
}

TEST(ReadManifest, NamesFileFieldAndWhatWouldBeRight) {
  struct Row {
    std::string text;
    std::string error;
  };
  const std::string long_name(41, 'x');
  const std::vector<Row> bad = {
      {"", "it is not JSON"},
      {"[]", "it must be an object"},
      {R"({"name": )", "it is not JSON"},
      {Manifest(R"("colour": "red")"), "colour"},
      {Manifest(R"("limits": {"disk": 1})"), "disk"},
      {Manifest(R"("limits": 5)"), "limits"},
      {std::string(kManifestBytesMax + 1, ' '), "is larger than 65536 bytes"},
      {Manifest("", R"("name": "")"), "field name: must be 1 to 40 letters"},
      {Manifest("", R"("name": ")" + long_name + "\""), "field name: must be"},
      {Manifest("", R"("name": "../anna")"), "field name: must be"},
      {Manifest("", R"("name": "-rf")"), "field name: must be"},
      {Manifest("", R"("name": "a\u001bb")"), "field name: must be"},
      {R"({"name": "anna", "command": ["./a"], "rulesets": ["classic"]})", "field version: is empty"},
      {Manifest("", R"("name": "anna")", R"("command": [])"), "field command: is empty"},
      {Manifest("", R"("name": "anna")", R"("command": "./a")"),
       "line 1: command is a text; it must be a list of texts"},
      {Manifest(R"("build_command": "make")"), "build_command is a text; it must be a list of texts"},
      {Manifest("", R"("name": "anna")", R"("command": ["./a"])", R"("rulesets": "duel")"),
       "rulesets is a text; it must be a list of texts"},
      {Manifest("", R"("name": "anna")", R"("command": [""])"), "field command: its first part"},
      {Manifest("", R"("name": "anna")", R"("command": ["./a", "\u0007"])"), "field command: holds control characters"},
      {Manifest(R"("build_command": ["", "x"])"), "field build_command: its first part"},
      {Manifest("", R"("name": "anna")", R"("command": ["./a"])", R"("rulesets": [])"),
       "field rulesets: is empty; list at least one of classic, duel"},
      {Manifest("", R"("name": "anna")", R"("command": ["./a"])", R"("rulesets": ["chess"])"),
       "\"chess\" is not one of classic, duel"},
      {Manifest("", R"("name": "anna")", R"("command": ["./a"])", R"("rulesets": ["duel", "duel"])"),
       "lists duel twice"},
      {Manifest(R"("working_directory": "/etc")"), "field working_directory: must be a relative path"},
      {Manifest(R"("working_directory": "a/../../b")"), "field working_directory: must be a relative path"},
      {Manifest(R"("limits": {"memory_bytes_max": 1000})"), "field limits.memory_bytes_max: is 1000"},
      {Manifest(R"("description": "a\nb")"), "field description: holds control characters"},
      {Manifest(R"("author": ")" + std::string(1001, 'x') + "\""), "field author: has 1001 bytes; at most 1000"},
      {Manifest(R"("options": [{"name": "", "type": "TYPE_STRING"}])"), "field options.name: must be"},
      {Manifest(R"("options": [{"name": "a"}])"), "field options (a): type must be"},
      {Manifest(R"("options": [{"name": "a", "type": "TYPE_INTEGER", "default_value": "1.5"}])"), "is not of its type"},
      {Manifest(R"("options": [{"name": "a", "type": "TYPE_NUMBER", "default_value": "nan"}])"), "is not of its type"},
      {Manifest(R"("options": [{"name": "a", "type": "TYPE_BOOLEAN", "default_value": "yes"}])"), "is not of its type"},
      {Manifest(R"("options": [{"name": "a", "type": "TYPE_STRING"}, {"name": "a", "type": "TYPE_STRING"}])"),
       "field options (a): is there twice"},
  };
  for (const Row& row : bad) {
    const TempDir folder;
    const std::string path = folder.Write("bot.json", row.text);
    const auto manifest = ReadManifest(folder.path(), kRulesets);
    EXPECT_THAT(manifest, IsError(absl::StatusCode::kInvalidArgument, row.error)) << row.text;
    EXPECT_THAT(manifest.status().message(), HasSubstr(path));
  }
}

TEST(ReadManifest, SaysWhereItLooked) {
  const TempDir folder;
  EXPECT_THAT(ReadManifest(folder.path(), kRulesets),
              IsError(absl::StatusCode::kNotFound, folder.path() + "/bot.json: no such file"));
  EXPECT_THAT(ReadManifest("/nowhere", kRulesets), IsError(absl::StatusCode::kNotFound, "/nowhere/bot.json"));
}

TEST(LaunchOf, AnchorsRelativePathsInTheBotsFolder) {
  v1::BotManifest manifest;
  manifest.add_command("./bin/anna");
  manifest.add_command("./weights");
  manifest.set_working_directory("run");
  BotLaunch launch = LaunchOf(manifest, "/bots/anna", Sandbox{});
  EXPECT_EQ(launch.folder, "/bots/anna/run");
  EXPECT_THAT(launch.command, ElementsAre("/bots/anna/bin/anna", "./weights"));
  manifest.set_command(0, "python3");
  EXPECT_THAT(LaunchOf(manifest, "/bots/anna", Sandbox{}).command, ElementsAre("python3", "./weights"));
  manifest.set_command(0, "/usr/bin/python3");
  EXPECT_THAT(LaunchOf(manifest, "/bots/anna", Sandbox{}).command, ElementsAre("/usr/bin/python3", "./weights"));
}

TEST(OptionsJson, HasEachOptionInItsType) {
  v1::BotManifest manifest;
  const auto add = [&](const char* name, v1::BotOption::Type type, const char* value) {
    v1::BotOption& option = *manifest.add_options();
    option.set_name(name);
    option.set_type(type);
    option.set_default_value(value);
  };
  EXPECT_EQ(OptionsJson(manifest), "{}");
  add("book", v1::BotOption::TYPE_BOOLEAN, "false");
  add("depth", v1::BotOption::TYPE_INTEGER, "9223372036854775807");
  add("noise", v1::BotOption::TYPE_NUMBER, "0.25");
  add("mood", v1::BotOption::TYPE_STRING, "a\"b");
  EXPECT_EQ(OptionsJson(manifest), R"({"book":false,"depth":"9223372036854775807","noise":0.25,"mood":"a\"b"})");
}

TEST(OptionsJson, ASettingTakesThePlaceOfADefault) {
  v1::BotManifest manifest;
  manifest.set_name("bot");
  v1::BotOption& depth = *manifest.add_options();
  depth.set_name("depth");
  depth.set_type(v1::BotOption::TYPE_INTEGER);
  depth.set_default_value("3");
  v1::BotSettings settings;
  (*settings.mutable_values())["depth"] = "7";
  EXPECT_THAT(CheckSettings(manifest, settings), IsOk());
  EXPECT_EQ(OptionsJson(manifest, settings), R"({"depth":7})");
  (*settings.mutable_values())["depth"] = "deep";
  EXPECT_THAT(CheckSettings(manifest, settings),
              IsError(absl::StatusCode::kInvalidArgument, "'deep' is not of its type"));
  settings.Clear();
  (*settings.mutable_values())["width"] = "7";
  EXPECT_THAT(CheckSettings(manifest, settings),
              IsError(absl::StatusCode::kInvalidArgument, "no option 'width'; it has depth"));
}

}  // namespace
}  // namespace flagfall::arena::bots
