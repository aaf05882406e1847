#include "referee/rules/archive_xml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "referee/rules/game_text.h"
#include "tests/rules/random_record.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

using testing::HasSubstr;

// What stands between `before` and the next quote, each time.
std::vector<std::string> Quoted(const std::string& xml, const std::string& before) {
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = xml.find(before, at)) != std::string::npos;) {
    at += before.size();
    found.push_back(xml.substr(at, xml.find('"', at) - at));
  }
  return found;
}

TEST(ArchiveXml, HoldsTheSetUpsAndThePliesOfTheGame) {
  std::unique_ptr<Game> game;
  v1::GameRecord record = RandomRecord("classic", 8, game);
  record.mutable_red()->set_name("<b>&\x07\"");
  record.mutable_outcome()->set_result(v1::RESULT_BLUE_WINS);
  record.mutable_outcome()->set_reason(v1::REASON_FLAG_CAPTURED);
  const auto xml = ArchiveXmlOf(record);
  ASSERT_THAT(xml, IsOk());
  const GameText whole = *GameTextOf(record);
  const auto& text = std::get<BoardGameText>(whole.game);
  const std::string field = Quoted(*xml, "field content=\"").at(0);
  ASSERT_EQ(field.size(), 100U);
  // The two tables of letters, as the archive has them: rising from the Bomb to the Flag.
  const std::map<char, int> places = {{'B', 0}, {'S', 1}, {'2', 2}, {'3', 3}, {'4', 4},  {'5', 5},
                                      {'6', 6}, {'7', 7}, {'8', 8}, {'9', 9}, {'M', 10}, {'F', 11}};
  std::string expected(100, 'A');
  for (const int lake : {42, 43, 46, 47, 52, 53, 56, 57}) expected[lake] = '_';
  for (const auto& [square, type] : text.red) expected[square] = static_cast<char>('B' + places.at(TypeLetter(type)));
  for (const auto& [square, type] : text.blue) expected[square] = static_cast<char>('N' + places.at(TypeLetter(type)));
  EXPECT_EQ(field, expected);
  const std::vector<std::string> sources = Quoted(*xml, "source=\"");
  ASSERT_EQ(sources.size(), text.plies.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    std::string name = board::SquareName(text.plies[i].from);
    name[0] = name[0] == 'j' ? 'K' : static_cast<char>(name[0] - 'a' + 'A');
    EXPECT_EQ(sources[i], name);
  }
  EXPECT_THAT(*xml, HasSubstr("<player id=\"1\">&lt;b&gt;&amp;&quot;</player>"));
  EXPECT_THAT(*xml, HasSubstr("<result type=\"1\" winner=\"2\"/>"));
}

TEST(ArchiveXml, HoldsNoArmyOrZoneOfAHostsChoice_R1_6) {
  std::unique_ptr<Game> game;
  for (const auto& [name, value] : {std::pair("army", "1-0-1-0-0-0-0-0-0-0-0-0"), std::pair("zone_rows", "2")}) {
    v1::GameRecord record = RandomRecord("duel", 8, game);
    v1::RulesetOption& option = *record.mutable_ruleset()->add_options();
    option.set_name(name);
    option.set_value(value);
    EXPECT_THAT(ArchiveXmlOf(record), IsError(absl::StatusCode::kFailedPrecondition,
                                              std::string("and not ") + name + " = " + value + " (R1.6)"));
  }
}

// What the archive's types of results are, archive_xml.h says.
TEST(ArchiveXml, HasAResultForEveryReason) {
  std::unique_ptr<Game> game;
  v1::GameRecord record = RandomRecord("duel", 8, game);
  struct Row {
    v1::Result result;
    v1::Reason reason;
    const char* expected;
  };
  for (const Row& row : {
           Row{v1::RESULT_RED_WINS, v1::REASON_NO_LEGAL_PLY, "type=\"0\" winner=\"1\""},
           Row{v1::RESULT_BLUE_WINS, v1::REASON_FLAG_CAPTURED, "type=\"1\" winner=\"2\""},
           Row{v1::RESULT_DRAW, v1::REASON_BOTH_IMMOBILE, "type=\"2\" winner=\"3\""},
           Row{v1::RESULT_BLUE_WINS, v1::REASON_RESIGNED, "type=\"3\" winner=\"2\""},
           Row{v1::RESULT_RED_WINS, v1::REASON_ILLEGAL_ACTION, "type=\"3\" winner=\"1\""},
           Row{v1::RESULT_RED_WINS, v1::REASON_SLOW_READER, "type=\"3\" winner=\"1\""},
           Row{v1::RESULT_DRAW, v1::REASON_DRAW_AGREED, "type=\"4\" winner=\"3\""},
           Row{v1::RESULT_DRAW, v1::REASON_ADJUDICATED_MAX_PLIES, "type=\"4\" winner=\"3\""},
           Row{v1::RESULT_DRAW, v1::REASON_ADJUDICATED_NO_CAPTURE, "type=\"4\" winner=\"3\""},
           Row{v1::RESULT_RED_WINS, v1::REASON_OUT_OF_TIME, "type=\"11\" winner=\"1\""},
           Row{v1::RESULT_BLUE_WINS, v1::REASON_DISCONNECTED, "type=\"14\" winner=\"2\""},
           Row{v1::RESULT_DRAW, v1::REASON_FORFEIT_NO_SHOW, "type=\"14\" winner=\"3\""},
       }) {
    record.mutable_outcome()->set_result(row.result);
    record.mutable_outcome()->set_reason(row.reason);
    EXPECT_THAT(*ArchiveXmlOf(record), HasSubstr(absl::StrCat("<result ", row.expected, "/>")))
        << v1::Reason_Name(row.reason);
  }
}

TEST(ArchiveXml, RefusesWhatTheArchiveCannotHold) {
  std::unique_ptr<Game> game;
  v1::GameRecord record = RandomRecord("duel", 8, game);
  record.mutable_outcome()->set_result(v1::RESULT_VOID);
  EXPECT_THAT(ArchiveXmlOf(record), IsError(absl::StatusCode::kFailedPrecondition, "no void games"));
  record.mutable_ruleset()->set_id("gogo");
  EXPECT_THAT(ArchiveXmlOf(record), IsError(absl::StatusCode::kFailedPrecondition, "board games only, and not gogo"));
}

}  // namespace
}  // namespace flagfall
