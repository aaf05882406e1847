#include "referee/rules/gogo/gogo_actions.h"

#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "referee/base/status_macros.h"
#include "referee/rules/gogo/role.h"
#include "referee/rules/reading_errors.h"

namespace flagfall::gogo {
namespace {

std::string Signed(std::int32_t value) { return absl::StrCat(value > 0 ? "+" : "", value); }

std::string NameOf(v1::Role role) {
  return std::string(RoleName(v1::Role_IsValid(role) ? static_cast<Role>(role) : Role::kNone));
}

std::string StepsWords(const v1::GogoSteps& steps) {
  std::string words = "steps";
  for (const v1::GogoStep& step : steps.steps()) {
    absl::StrAppend(&words, " ", step.number(), ":", Signed(step.dx()), ",", Signed(step.dy()));
  }
  if (steps.entries_size() > 0) words += " enter";
  for (const v1::GogoEntry& entry : steps.entries()) {
    absl::StrAppend(&words, " ", entry.number(), "=", NameOf(entry.role()), "@", entry.x(), ",", entry.y());
  }
  return words;
}

// Both halves of a word as numbers.
template <typename Number>
bool ReadPair(absl::string_view word, char separator, Number& first, Number& second) {
  const std::pair<absl::string_view, absl::string_view> halves = absl::StrSplit(word, absl::MaxSplits(separator, 1));
  return absl::SimpleAtoi(halves.first, &first) && absl::SimpleAtoi(halves.second, &second);
}

absl::StatusOr<v1::GogoStep> ReadStep(absl::string_view word) {
  const std::pair<absl::string_view, absl::string_view> halves = absl::StrSplit(word, absl::MaxSplits(':', 1));
  std::uint32_t number = 0;
  std::int32_t dx = 0;
  std::int32_t dy = 0;
  if (!absl::SimpleAtoi(halves.first, &number) || !ReadPair(halves.second, ',', dx, dy)) {
    return Expected(word, "NUMBER:DX,DY in millimetres, as in 1:+300,-400");
  }
  v1::GogoStep step;
  step.set_number(number);
  step.set_dx(dx);
  step.set_dy(dy);
  return step;
}

absl::StatusOr<v1::GogoEntry> ReadEntry(absl::string_view word) {
  const std::pair<absl::string_view, absl::string_view> halves = absl::StrSplit(word, absl::MaxSplits('=', 1));
  const std::pair<absl::string_view, absl::string_view> card = absl::StrSplit(halves.second, absl::MaxSplits('@', 1));
  const Role role = RoleOfName(card.first);
  std::uint32_t number = 0;
  std::int32_t x = 0;
  std::int32_t y = 0;
  if (!absl::SimpleAtoi(halves.first, &number) || role == Role::kNone || !ReadPair(card.second, ',', x, y)) {
    return Expected(word,
                    "NUMBER=ROLE@X,Y in millimetres, as in 3=Monarch@200,700; roles Monarch, Peer, Merchant, Soldier, "
                    "Blacksmith, Worker, Conscript, Assassin, Engineer, Trap");
  }
  v1::GogoEntry entry;
  entry.set_number(number);
  entry.set_role(static_cast<v1::Role>(role));
  entry.set_x(x);
  entry.set_y(y);
  return entry;
}

absl::StatusOr<v1::GogoSteps> ReadSteps(const std::vector<absl::string_view>& parts) {
  v1::GogoSteps steps;
  bool entering = false;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (entering) {
      FLAGFALL_ASSIGN_OR_RETURN(*steps.add_entries(), ReadEntry(parts[i]));
    } else if (parts[i] == "enter") {
      entering = true;
    } else {
      FLAGFALL_ASSIGN_OR_RETURN(*steps.add_steps(), ReadStep(parts[i]));
    }
  }
  return steps;
}

absl::StatusOr<v1::Action> ReadPlaces(const std::vector<absl::string_view>& parts) {
  Ground ground;
  const bool is_whole = parts.size() == 5 && parts[1] == "base" && parts[3] == "flag" &&
                        absl::SimpleAtoi(parts[2], &ground.base.y) && absl::SimpleAtoi(parts[4], &ground.flag.y);
  if (is_whole) return BasesAction(ground);
  return Expected(parts.size() > 1 ? parts[1] : "",
                  "`place base Y flag Y` in millimetres, as in place base 500 flag 2500");
}

}  // namespace

v1::Action StepsAction(const Steps& steps) {
  v1::Action action;
  v1::GogoSteps& message = *action.mutable_gogo()->mutable_steps();
  for (int number = 1; number <= kTeamSizeMax; ++number) {
    const Point vector = steps.steps[number - 1];
    if (vector != Point{}) {
      v1::GogoStep& step = *message.add_steps();
      step.set_number(number);
      step.set_dx(vector.x);
      step.set_dy(vector.y);
    }
    const Steps::Entry& entering = steps.entries[number - 1];
    if (entering.role == Role::kNone) continue;
    v1::GogoEntry& entry = *message.add_entries();
    entry.set_number(number);
    entry.set_role(static_cast<v1::Role>(entering.role));
    entry.set_x(entering.place.x);
    entry.set_y(entering.place.y);
  }
  return action;
}

v1::Action ChallengeAction(std::uint32_t challenger, std::uint32_t target) {
  v1::Action action;
  v1::GogoChallenge& challenge = *action.mutable_gogo()->mutable_challenge();
  challenge.set_challenger(challenger);
  challenge.set_target(target);
  return action;
}

v1::Action PassAction() {
  v1::Action action;
  action.mutable_gogo()->mutable_pass();
  return action;
}

v1::Action BlockAction(std::uint32_t number) {
  v1::Action action;
  action.mutable_gogo()->mutable_block()->set_number(number);
  return action;
}

v1::Action BasesAction(const Ground& ground) {
  v1::Action action;
  v1::GogoBases& bases = *action.mutable_gogo()->mutable_bases();
  bases.set_base_y(ground.base.y);
  bases.set_flag_y(ground.flag.y);
  return action;
}

std::string ActionWords(const v1::Action& action) {
  const v1::GogoAction& gogo = action.gogo();
  switch (gogo.kind_case()) {
    case v1::GogoAction::kBases:
      return absl::StrCat("place base ", gogo.bases().base_y(), " flag ", gogo.bases().flag_y());
    case v1::GogoAction::kSteps:
      return StepsWords(gogo.steps());
    case v1::GogoAction::kChallenge:
      return absl::StrCat("challenge ", gogo.challenge().challenger(), "-", gogo.challenge().target());
    case v1::GogoAction::kPass:
      return "pass";
    case v1::GogoAction::kBlock:
      return gogo.block().number() == 0 ? "no-block" : absl::StrCat("block ", gogo.block().number());
    case v1::GogoAction::KIND_NOT_SET:
      break;
  }
  return "nothing that gogo knows";
}

absl::StatusOr<v1::Action> ReadAction(absl::string_view words) {
  const std::vector<absl::string_view> parts = absl::StrSplit(words, ' ', absl::SkipEmpty());
  const absl::string_view verb = parts.empty() ? "" : parts[0];
  if (verb == "steps") {
    v1::Action action;
    FLAGFALL_ASSIGN_OR_RETURN(*action.mutable_gogo()->mutable_steps(), ReadSteps(parts));
    return action;
  }
  if (verb == "place") return ReadPlaces(parts);
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  if (parts.size() == 1 && verb == "pass") return PassAction();
  if (parts.size() == 1 && verb == "no-block") return BlockAction(0);
  if (parts.size() == 2 && verb == "challenge" && ReadPair(parts[1], '-', first, second)) {
    return ChallengeAction(first, second);
  }
  if (parts.size() == 2 && verb == "block" && absl::SimpleAtoi(parts[1], &first) && first != 0) {
    return BlockAction(first);
  }
  return Expected(words,
                  "`steps 1:+300,-400 enter 3=Monarch@200,700`, `challenge 2-5`, `pass`, `block 4`, `no-block` or "
                  "`place base 500 flag 2500`");
}

}  // namespace flagfall::gogo
