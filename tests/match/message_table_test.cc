// The table "message | valid in state | next state" of bot_service.proto, as far as a match sees it: the messages about
// a game, in each state that a game can be in. The stream's own states are the service's to test.
#include <fstream>
#include <functional>
#include <set>

#include "tests/match/driver.h"

namespace flagfall {
namespace {

// The messages that the table of the .proto file names, in its order.
std::vector<std::string> MessagesOfTheTable() {
  std::ifstream file(FLAGFALL_BOT_SERVICE_PROTO);
  std::vector<std::string> names;
  bool in_table = false;
  for (std::string line; std::getline(file, line);) {
    if (line.find("-------------|") != std::string::npos) {
      in_table = true;
    } else if (in_table && line.find('|') == std::string::npos) {
      break;
    } else if (in_table) {
      const auto from = line.find_first_not_of("/ ");
      names.push_back(line.substr(from, line.find_first_of(" |", from) - from));
    }
  }
  return names;
}

// What becomes of a message of Red's in a state of the game.
enum class Answer {
  kTaken,    // Recorded: it changed the state.
  kError,    // A game_error, and nothing else.
  kNothing,  // Neither.
};

// The states of a game from Red's side.
enum class State { kNotBegun, kSetUp, kOwnPly, kOpponentsPly, kOffered, kAway, kOver };
constexpr State kStates[] = {State::kNotBegun, State::kSetUp, State::kOwnPly, State::kOpponentsPly,
                             State::kOffered,  State::kAway,  State::kOver};

void BringTo(State state, Driver& driver) {
  switch (state) {
    case State::kNotBegun:
      return driver.Connect(kRed);
    case State::kSetUp:
      return driver.Begin();
    case State::kOwnPly:
      return driver.BeginPlay();
    case State::kOpponentsPly:
      driver.BeginPlay();
      return driver.Ply();
    case State::kOffered:
      driver.BeginPlay();
      return driver.Offer(kBlue);
    case State::kAway:
      driver.BeginPlay();
      return driver.Disconnect(kRed);
    case State::kOver:
      driver.BeginPlay();
      return driver.Resign(kBlue);
  }
}

struct Row {
  std::function<void(Driver&)> say;
  std::map<State, Answer> answers;
};

const std::map<std::string, Row>& Rows() {
  static const auto* const rows = new std::map<std::string, Row>{
      // A ply; in set-up it is an illegal action, which is recorded too.
      {"act",
       {[](Driver& driver) {
          const bool set_up_is_open = driver.Record().entries_size() <= 2;
          driver.Act(kRed, set_up_is_open ? 1 : 2, CountingGame::Count(0, 1));
        },
        {{State::kNotBegun, Answer::kError},
         {State::kSetUp, Answer::kTaken},
         {State::kOwnPly, Answer::kTaken},
         // A repeated action for the decision just taken.
         {State::kOpponentsPly, Answer::kNothing},
         {State::kOffered, Answer::kTaken},
         {State::kAway, Answer::kNothing},
         {State::kOver, Answer::kNothing}}}},
      {"resign",
       {[](Driver& driver) { driver.Resign(kRed); },
        {{State::kNotBegun, Answer::kError},
         {State::kSetUp, Answer::kTaken},
         {State::kOwnPly, Answer::kTaken},
         {State::kOpponentsPly, Answer::kTaken},
         {State::kOffered, Answer::kTaken},
         {State::kAway, Answer::kNothing},
         {State::kOver, Answer::kNothing}}}},
      {"offer_draw",
       {[](Driver& driver) { driver.Offer(kRed); },
        {{State::kNotBegun, Answer::kError},
         {State::kSetUp, Answer::kTaken},
         {State::kOwnPly, Answer::kTaken},
         {State::kOpponentsPly, Answer::kTaken},
         {State::kOffered, Answer::kTaken},
         {State::kAway, Answer::kNothing},
         {State::kOver, Answer::kNothing}}}},
      {"accept_draw",
       {[](Driver& driver) { driver.Accept(kRed); },
        {{State::kNotBegun, Answer::kError},
         {State::kSetUp, Answer::kError},
         {State::kOwnPly, Answer::kError},
         {State::kOpponentsPly, Answer::kError},
         {State::kOffered, Answer::kTaken},
         {State::kAway, Answer::kNothing},
         {State::kOver, Answer::kNothing}}}},
  };
  return *rows;
}

TEST(MessageTable, NamesEveryMessageOfABot) {
  std::set<std::string> in_table;
  for (const std::string& name : MessagesOfTheTable()) in_table.insert(name);
  std::set<std::string> expected = {"half-close"};
  const auto* descriptor = v1::PlayRequest::descriptor();
  for (int i = 0; i < descriptor->field_count(); ++i) expected.insert(descriptor->field(i)->name());
  EXPECT_EQ(in_table, expected);
}

TEST(MessageTable, EveryMessageAboutAGameInEveryStateOfIt) {
  const std::set<std::string> kAboutTheStream = {"hello", "ping", "pong", "half-close"};
  int rows = 0;
  for (const std::string& name : MessagesOfTheTable()) {
    if (kAboutTheStream.contains(name)) continue;
    ASSERT_TRUE(Rows().contains(name)) << name;
    const Row& row = Rows().at(name);
    for (const State state : kStates) {
      SCOPED_TRACE(name + " in state " + std::to_string(static_cast<int>(state)));
      Driver driver;
      BringTo(state, driver);
      driver.Take(kRed);
      const std::string before = driver.Record().SerializeAsString();
      row.say(driver);
      const bool recorded = driver.Record().SerializeAsString() != before;
      int errors = 0;
      for (const v1::PlayResponse& message : driver.Take(kRed)) errors += message.has_game_error() ? 1 : 0;
      EXPECT_EQ(recorded, row.answers.at(state) == Answer::kTaken);
      EXPECT_EQ(errors, row.answers.at(state) == Answer::kError ? 1 : 0);
      ++rows;
    }
  }
  EXPECT_EQ(rows, 28);
}

}  // namespace
}  // namespace flagfall
