// What the rulesets' guides say, held to what the referee does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "referee/rules/board/board_state.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/board_game/board_options.h"
#include "referee/rules/catalogue.h"
#include "referee/rules/clause_error.h"
#include "referee/rules/clauses.h"
#include "referee/rules/replay_text.h"
#include "tests/rules/study.h"
#include "tests/support/status_matchers.h"

namespace flagfall {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Options = std::vector<std::pair<std::string, std::string>>;

v1::Ruleset RulesetWith(absl::string_view id, const Options& options = {}) {
  v1::Ruleset ruleset;
  ruleset.set_id(std::string(id));
  for (const auto& [name, value] : options) {
    v1::RulesetOption& option = *ruleset.add_options();
    option.set_name(name);
    option.set_value(value);
  }
  return *CompleteRuleset(ruleset);
}

v1::RulesetGuide GuideOf(absl::string_view id, const Options& options = {}) {
  return (*FindRuleset(id))->Guide(RulesetWith(id, options));
}

const v1::GuideSection* FindSection(const v1::RulesetGuide& guide, absl::string_view words) {
  for (const v1::GuideSection& section : guide.sections()) {
    if (absl::StrContains(section.title(), words)) return &section;
  }
  return nullptr;
}

std::string TextOf(const v1::RulesetGuide& guide) {
  std::string text;
  for (const v1::GuideSection& section : guide.sections()) {
    absl::StrAppend(&text, section.title(), "\n", absl::StrJoin(section.paragraphs(), "\n"), "\n");
  }
  for (const v1::PieceKind& piece : guide.pieces()) absl::StrAppend(&text, piece.special(), "\n");
  return text;
}

// "a5-a4 R3.2" of a ply that is barred, "a5-a6" of one that is legal.
std::vector<std::string> VerdictsOf(const v1::RuleExample& example) {
  std::vector<std::string> verdicts;
  for (const v1::RuleVerdict& verdict : example.verdicts()) {
    verdicts.push_back(verdict.ply() + (verdict.clause().empty() ? "" : " ") + verdict.clause());
  }
  return verdicts;
}

std::vector<std::string> AllVerdictsOf(const v1::RulesetGuide& guide, absl::string_view section) {
  std::vector<std::string> all;
  for (const v1::RuleExample& example : FindSection(guide, section)->examples()) {
    all.push_back(absl::StrJoin(VerdictsOf(example), ", "));
  }
  return all;
}

std::vector<std::string> Ids() {
  std::vector<std::string> ids;
  for (const auto& definition : Catalogue()) ids.push_back(definition->info().id);
  return ids;
}

class EveryGuide : public testing::TestWithParam<std::string> {};

TEST_P(EveryGuide, TellsAimPiecesWhatIsKnownRepetitionAndEnd) {
  const v1::RulesetGuide guide = GuideOf(GetParam());
  v1::Ruleset ruleset;
  ruleset.set_id(GetParam());
  EXPECT_EQ(guide.ruleset().options_size(), CompleteRuleset(ruleset)->options_size());
  EXPECT_NE(guide.ground_case(), v1::RulesetGuide::GROUND_NOT_SET);
  v1::RulesetGuide same = guide;
  *same.mutable_pieces() = (*FindRuleset(GetParam()))->Pieces(guide.ruleset());
  EXPECT_EQ(same.SerializeAsString(), guide.SerializeAsString());
  for (const char* title : {"The aim", "knows", "The end"}) {
    ASSERT_NE(FindSection(guide, title), nullptr) << title;
    EXPECT_THAT(FindSection(guide, title)->paragraphs(), testing::Not(IsEmpty())) << title;
  }
  int tables = 0;
  for (const v1::GuideSection& section : guide.sections()) tables += section.shows_pieces();
  EXPECT_EQ(tables, 1);
  EXPECT_NE(FindSection(guide, guide.has_board() ? "chase rule" : "Repetition"), nullptr);
}

TEST_P(EveryGuide, NamesClausesThatThereAre) {
  const RulesetInfo& info = (*FindRuleset(GetParam()))->info();
  std::string text = TextOf(GuideOf(GetParam()));
  for (const OptionInfo& option : info.options) absl::StrAppend(&text, option.description, "\n");
  int named = 0;
  for (std::size_t begin = text.find('R'); begin != std::string::npos; begin = text.find('R', begin + 1)) {
    std::size_t end = begin + 1;
    while (end < text.size() && (absl::ascii_isdigit(text[end]) || text[end] == '.')) ++end;
    while (text[end - 1] == '.') --end;
    const std::string clause = text.substr(begin, end - begin);
    if (!absl::StrContains(clause, '.')) continue;
    EXPECT_THAT(FindClause(clause), IsOk());
    ++named;
  }
  EXPECT_GT(named, 10);
}

// A bot that wants legal actions is told with which decisions it gets them.
TEST_P(EveryGuide, SaysWhichDecisionsListTheirLegalActions) {
  const RulesetDefinition& definition = **FindRuleset(GetParam());
  std::map<v1::DecisionKind, bool> is_listed;
  for (const DecisionInfo& decision : definition.info().decisions) is_listed[decision.kind] = decision.is_listed;
  std::map<v1::DecisionKind, int> seen;
  Random random(19);
  for (std::uint64_t number = 0; number < 20; ++number) {
    // The option has a decision of its own.
    const bool has_bases = GetParam() == "gogo" && number % 2 == 1;
    const v1::Ruleset ruleset = RulesetWith(GetParam(), has_bases ? Options{{"bases", "chosen"}} : Options{});
    const std::unique_ptr<Game> game = definition.NewGame(ruleset, std::string(32, static_cast<char>(number)));
    for (int i = 0; i < 300 && !game->Outcome().has_value(); ++i) {
      const OpenDecision open = game->Pending()[0];
      ASSERT_TRUE(is_listed.contains(open.kind)) << DecisionName(open.kind);
      EXPECT_EQ(game->Legal(open.side).has_value(), is_listed[open.kind]) << DecisionName(open.kind);
      ++seen[open.kind];
      ASSERT_THAT(game->Act(open.side, game->Sample(open.side, random)), IsOk());
    }
  }
  EXPECT_EQ(seen.size(), is_listed.size()) << "every kind of decision came up";
}

INSTANTIATE_TEST_SUITE_P(Rulesets, EveryGuide, testing::ValuesIn(Ids()), [](const auto& info) { return info.param; });

// ---- The examples, played again by another way than the one that made them.

// The verdicts in the last position of a study, as `rules replay --legal` prints them.
std::string LastPositionOf(const v1::RulesetGuide& guide, const v1::RuleExample& example) {
  std::string text = absl::StrCat("ruleset ", guide.ruleset().id(), "\n");
  for (const v1::RulesetOption& option : guide.ruleset().options()) {
    absl::StrAppend(&text, "option ", option.name(), " ", option.value(), "\n");
  }
  absl::StrAppend(&text, "free\nsetup red ", example.red(), "\nsetup blue ", example.blue(), "\n");
  int number = 0;
  for (const std::string& ply : example.plies()) absl::StrAppend(&text, ++number, " ", ply, "\n");
  std::ostringstream out;
  EXPECT_THAT(ReplayText(text, true, out), IsOk()) << text;
  const std::vector<std::string> lines = absl::StrSplit(out.str(), '\n', absl::SkipEmpty());
  return lines.size() < 2 ? "" : lines[lines.size() - 2];
}

class BoardGuides : public testing::TestWithParam<std::string> {};

TEST_P(BoardGuides, ExamplesAreWhatTheRefereeSays_R3_2_R4_6_R4_8) {
  const v1::RulesetGuide guide = GuideOf(GetParam());
  int examples = 0;
  for (const v1::GuideSection& section : guide.sections()) {
    for (const v1::RuleExample& example : section.examples()) {
      // The others are played by examples_test.cc.
      if (example.verdicts().empty()) continue;
      const std::string position = LastPositionOf(guide, example);
      EXPECT_THAT(position, HasSubstr("\"side\":\"red\""));
      const std::string legal = position.substr(0, position.find("\"barred\""));
      for (const v1::RuleVerdict& verdict : example.verdicts()) {
        if (verdict.clause().empty()) {
          EXPECT_THAT(legal, HasSubstr(absl::StrCat("\"", verdict.ply(), "\""))) << example.caption();
        } else {
          EXPECT_THAT(position,
                      HasSubstr(absl::StrCat("{\"ply\":\"", verdict.ply(), "\",\"clause\":\"", verdict.clause())))
              << example.caption();
        }
      }
      ++examples;
    }
  }
  EXPECT_GE(examples, 7);
}

INSTANTIATE_TEST_SUITE_P(Rulesets, BoardGuides, testing::Values("classic", "battle", "duel", "barrage"),
                         [](const auto& info) { return info.param; });

TEST(Guide, ShowsTheTwoSquaresRuleByBoundary_R3_1_R3_2_R3_3_R3_4) {
  for (const char* id : {"classic", "barrage", "bluffing"}) {
    EXPECT_THAT(AllVerdictsOf(GuideOf(id), "two-squares"), ElementsAre("a5-a4 R3.2, a5-a6, a5-b5, e1-e2", "a5-a4",
                                                                       "b5-b3 R3.2, b5-b4, b5-b6", "a5-a4 R3.2, a5-b5"))
        << id;
  }
  for (const char* id : {"battle", "duel"}) {
    EXPECT_THAT(AllVerdictsOf(GuideOf(id), "two-squares"), testing::SizeIs(4)) << id;
    EXPECT_THAT(FindSection(GuideOf(id), "two-squares")->paragraphs(0), HasSubstr("in two turns in a row")) << id;
  }
}

TEST(Guide, ShowsThatAPieceRestsWhereTheHostSaysSo_R3_6) {
  for (const char* id : {"classic", "duel", "bluffing"}) {
    EXPECT_THAT(AllVerdictsOf(GuideOf(id, {{"two_squares_piece", "true"}}), "two-squares"),
                ElementsAre("a5-a4 R3.2, a5-a6 R3.6, a5-b5 R3.6, e1-e2", "a5-a4", "b5-b3 R3.2, b5-b4 R3.6, b5-b6 R3.6",
                            "a5-a4 R3.2, a5-b5 R3.6"))
        << id;
  }
}

TEST(Guide, ShowsTheChaseRule_R4_6_R4_7_R4_8) {
  for (const char* id : {"classic", "barrage", "bluffing"}) {
    EXPECT_THAT(AllVerdictsOf(GuideOf(id), "chase"),
                ElementsAre("f4-e4 R4.6, f4-g4, f4-f5", "d4-e4", "f4-e4", "e4-f4 R3.2"))
        << id;
  }
  for (const char* id : {"battle", "duel"}) {
    EXPECT_THAT(AllVerdictsOf(GuideOf(id), "chase"),
                ElementsAre("e3-f3 R4.8, e3-e4 R4.8, e3-d3, g4-f4", "e3-f3", "f4-e4 R4.8"))
        << id;
  }
}

TEST(Guide, FollowsTheOptions_R4_10) {
  const v1::RulesetGuide off = GuideOf("classic", {{"two_squares", "0"}, {"chase", "off"}});
  EXPECT_THAT(AllVerdictsOf(off, "two-squares"), IsEmpty());
  EXPECT_THAT(FindSection(off, "two-squares")->paragraphs(0), HasSubstr("no two-squares rule"));
  EXPECT_THAT(AllVerdictsOf(off, "chase"), IsEmpty());
  EXPECT_THAT(FindSection(off, "chase")->paragraphs(0), HasSubstr("no rule against chasing"));
  const v1::RulesetGuide game = GuideOf("classic", {{"chase_scope", "game"}});
  EXPECT_THAT(AllVerdictsOf(game, "chase"), Contains("d4-e4 R4.6"));
  EXPECT_THAT(FindSection(game, "chase")->paragraphs(1), HasSubstr("since the game began"));
  EXPECT_THAT(AllVerdictsOf(GuideOf("duel", {{"chase", "position-repetition"}}), "chase"),
              Contains("f4-e4 R4.6, f4-g4, f4-f5"));
  for (int limit = 1; limit <= 100; ++limit) {
    const v1::RulesetGuide guide = GuideOf("classic", {{"two_squares", absl::StrCat(limit)}});
    // With a limit of one even the Scout's shorter way back is barred.
    EXPECT_THAT(AllVerdictsOf(guide, "two-squares"), testing::SizeIs(limit == 1 ? 3 : 4)) << limit;
  }
  EXPECT_THAT(TextOf(GuideOf("cards", {{"spotter", "off"}})), testing::Not(HasSubstr("Spotter")));
  EXPECT_THAT(TextOf(GuideOf("gogo", {{"reach", "900"}})), HasSubstr("within 900 mm"));
  EXPECT_THAT(TextOf(GuideOf("gogo")), HasSubstr("A longer step is illegal."));
  EXPECT_THAT(TextOf(GuideOf("gogo", {{"overstep", "moved_back"}})), HasSubstr("a warning that all can see"));
  EXPECT_THAT(TextOf(GuideOf("gogo", {{"bases", "chosen"}})), HasSubstr("before the first tick both choose"));
  EXPECT_THAT(TextOf(GuideOf("classic", {{"two_squares_piece", "true"}})), HasSubstr("must not move at all"));
  EXPECT_THAT(TextOf(GuideOf("bluffing", {{"eleven_beats_spy", "true"}})), HasSubstr("attacks, with tokens too"));
}

// ---- The pieces

std::map<std::string, v1::PieceKind> PiecesOf(absl::string_view id) {
  std::map<std::string, v1::PieceKind> pieces;
  const v1::RulesetGuide guide = GuideOf(id);
  for (const v1::PieceKind& piece : guide.pieces()) pieces[piece.name()] = piece;
  return pieces;
}

TEST(Guide, CountsTheArmies_R1_2_R7_1_R8_2) {
  const std::map<std::string, std::uint32_t> sizes = {{"classic", 40},  {"battle", 40}, {"duel", 10}, {"barrage", 8},
                                                      {"bluffing", 40}, {"cards", 24},  {"gogo", 23}};
  for (const std::string& id : Ids()) {
    std::uint32_t count = 0;
    for (const auto& [name, piece] : PiecesOf(id)) count += piece.count();
    EXPECT_EQ(count, sizes.at(id)) << id;
  }
  const std::map<std::string, v1::PieceKind> duel = PiecesOf("duel");
  EXPECT_FALSE(duel.contains("Major"));
  EXPECT_EQ(duel.at("Marshal").rank(), 10U);
  EXPECT_EQ(duel.at("Marshal").letter(), "M");
  EXPECT_FALSE(duel.at("Bomb").has_rank());
  EXPECT_FALSE(duel.at("Bomb").is_mobile());
  EXPECT_TRUE(PiecesOf("bluffing").at("Bomb").is_mobile());
  EXPECT_EQ(PiecesOf("cards").at("Spotter").rank(), 1U);
  EXPECT_EQ(PiecesOf("gogo").at("Monarch").rank(), 9U);
}

TEST(Guide, SaysWhereTheZonesAre_R1_1_R1_3) {
  const v1::BoardGround classic = GuideOf("classic").board();
  EXPECT_THAT(classic.lakes(), ElementsAre(42, 43, 46, 47, 52, 53, 56, 57));
  EXPECT_EQ(classic.red_zone_size(), 40);
  EXPECT_EQ(classic.blue_zone(0), 60U);
  EXPECT_EQ(GuideOf("duel").board().red_zone_size(), 30);
  EXPECT_THAT(FindSection(GuideOf("duel"), "Set-up")->paragraphs(0),
              HasSubstr("the three rows nearest to it: Red on rows 1 to 3, Blue on rows 8 to 10"));
}

// Wherever an attack does not go by rank, the table says so of the attacker or of the piece attacked.
TEST(Guide, SaysWhoFightsOtherwiseThanByRank_R2_5) {
  const std::map<std::string, v1::PieceKind> pieces = PiecesOf("classic");
  for (int a = 1; a <= 10; ++a) {
    for (int d = 1; d < board::kPieceTypes; ++d) {
      const auto attacker = static_cast<board::PieceType>(a);
      const auto defender = static_cast<board::PieceType>(d);
      const board::AttackResult by_rank = a == d  ? board::AttackResult::kBothRemoved
                                          : a > d ? board::AttackResult::kAttackerWins
                                                  : board::AttackResult::kDefenderWins;
      const bool has_rank = IsMovable(defender);
      if (has_rank && Attack(attacker, defender) == by_rank) continue;
      const std::string& of_attacker = pieces.at(std::string(TypeName(attacker))).special();
      const std::string& of_defender = pieces.at(std::string(TypeName(defender))).special();
      const bool is_said =
          absl::StrContains(of_attacker, TypeName(defender)) || absl::StrContains(of_defender, "every attacker");
      EXPECT_TRUE(is_said) << TypeName(attacker) << " attacks " << TypeName(defender) << ": " << of_attacker << "; "
                           << of_defender;
    }
  }
}

}  // namespace
}  // namespace flagfall
