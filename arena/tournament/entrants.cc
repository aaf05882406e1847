#include "arena/tournament/entrants.h"

#include <algorithm>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "arena/base/names.h"
#include "arena/tournament/spec_error.h"
#include "referee/base/counted.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"

namespace flagfall::arena::tournament {
namespace {

constexpr absl::string_view kAll = "all";
constexpr absl::string_view kTag = "@tag:";
constexpr absl::string_view kOwner = "@owner:";
// The names of tags and owners have as many characters at most.
constexpr std::size_t kNameCharactersMax = 40;

bool HasTag(const v1::Bot& bot, absl::string_view tag) { return absl::c_linear_search(bot.tags(), tag); }

bool CanEnter(const v1::Bot& bot, absl::string_view ruleset_id) {
  return bot.state() == v1::Bot::STATE_READY && absl::c_linear_search(bot.manifest().rulesets(), ruleset_id);
}

absl::Status NoSelector(absl::string_view word) {
  return WrongField("bots", absl::StrCat("'", word, "' selects no bots: write @tag:NAME, @owner:NAME, @NAME or all"));
}

std::string Listed(absl::string_view title, const std::set<std::string>& names) {
  return names.empty() ? absl::StrCat("no ", title) : absl::StrCat("the ", title, " ", absl::StrJoin(names, ", "));
}

// There are no bots of which `@name` could mean those with the tag or those of the owner.
absl::Status UnknownSelector(absl::string_view name, const BotList& known) {
  std::set<std::string> tags, owners;
  for (const v1::Bot& bot : known) {
    tags.insert(bot.tags().begin(), bot.tags().end());
    if (!bot.owner().empty()) owners.insert(bot.owner());
  }
  return WrongField("bots",
                    absl::StrCat("'@", name, "': no bot has this tag, or an owner of this name; there are ",
                                 Listed("tags", tags), ", and ", Listed("owners", owners), ". @tag:", name,
                                 " and @owner:", name, " are for bots that come before a tournament's entries close"));
}

absl::StatusOr<std::string> WriteOut(const std::string& word, const BotList& known) {
  absl::string_view name = word;
  const bool is_written_out = absl::ConsumePrefix(&name, kTag) || absl::ConsumePrefix(&name, kOwner);
  if (!is_written_out && !absl::ConsumePrefix(&name, "@")) return word;
  if (!IsName(name, kNameCharactersMax)) return NoSelector(word);
  if (is_written_out) return word;
  const bool is_tag = absl::c_any_of(known, [&](const v1::Bot& bot) { return HasTag(bot, name); });
  const bool is_owner = absl::c_any_of(known, [&](const v1::Bot& bot) { return bot.owner() == name; });
  if (is_tag && is_owner) {
    return WrongField("bots", absl::StrCat("'", word, "' is both a tag and an owner: write @tag:", name,
                                           " for the bots with the tag, or @owner:", name, " for those of the owner"));
  }
  if (!is_tag && !is_owner) return UnknownSelector(name, known);
  return absl::StrCat(is_tag ? kTag : kOwner, name);
}

// `selector` is written out.
bool Selects(absl::string_view selector, const v1::Bot& bot) {
  if (absl::ConsumePrefix(&selector, kTag)) return HasTag(bot, selector);
  if (absl::ConsumePrefix(&selector, kOwner)) return bot.owner() == selector;
  return true;
}

// The bot that a name stands for, as store::FindBot has it. Null when there is none.
const v1::Bot* FindNamed(absl::string_view name, const BotList& known) {
  const v1::Bot* found = nullptr;
  for (const v1::Bot& bot : known) {
    const absl::string_view entry = bot.manifest().name();
    if (entry != name && entry.substr(0, entry.find('@')) != name) continue;
    // Versions come from the oldest.
    if (found == nullptr || found->state() == v1::Bot::STATE_RETIRED || bot.state() != v1::Bot::STATE_RETIRED) {
      found = &bot;
    }
  }
  return found;
}

std::string ProblemOf(const v1::Bot& bot, absl::string_view ruleset_id) {
  if (bot.state() == v1::Bot::STATE_RETIRED) return absl::StrCat("is retired: ", bot.retired_reason());
  if (bot.state() == v1::Bot::STATE_SUSPENDED) return absl::StrCat("is suspended: ", bot.suspended_reason());
  return CanEnter(bot, ruleset_id) ? "" : absl::StrCat("does not play ", ruleset_id);
}

}  // namespace

bool IsSelector(absl::string_view entrant) { return entrant == kAll || absl::StartsWith(entrant, "@"); }

bool HasSelector(const EntrantList& entrants) {
  return absl::c_any_of(entrants, [](const std::string& entrant) { return IsSelector(entrant); });
}

absl::StatusOr<EntrantList> WriteOutSelectors(const EntrantList& entrants, const BotList& known) {
  EntrantList written;
  for (const std::string& entrant : entrants) {
    FLAGFALL_ASSIGN_OR_RETURN(*written.Add(), WriteOut(entrant, known));
  }
  return written;
}

absl::StatusOr<std::vector<Entrant>> ResolveEntrants(const EntrantList& entrants, const BotList& known,
                                                     absl::string_view ruleset_id) {
  FLAGFALL_ASSIGN_OR_RETURN(const EntrantList written, WriteOutSelectors(entrants, known));
  // Those that no selector adds any more.
  std::set<const v1::Bot*> entered;
  for (const std::string& word : written) {
    if (!IsSelector(word)) entered.insert(FindNamed(word, known));
  }
  std::vector<Entrant> resolved;
  for (const std::string& word : written) {
    if (!IsSelector(word)) {
      const v1::Bot* bot = FindNamed(word, known);
      resolved.push_back({word, bot == nullptr ? "is not known" : ProblemOf(*bot, ruleset_id)});
      continue;
    }
    for (const v1::Bot& bot : known) {
      if (!Selects(word, bot) || !CanEnter(bot, ruleset_id) || !entered.insert(&bot).second) continue;
      resolved.push_back({bot.manifest().name(), ""});
    }
  }
  return resolved;
}

absl::Status NameSelected(const BotList& known, v1::TournamentSpec& spec) {
  if (!HasSelector(spec.bots())) return absl::OkStatus();
  const std::string asked = absl::StrJoin(spec.bots(), ",");
  const std::string& ruleset = spec.ruleset().id();
  if (ruleset.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--bots ", asked, ": name the ruleset that they are to play, --ruleset"));
  }
  FLAGFALL_RETURN_IF_ERROR(FindRuleset(ruleset).status());
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Entrant> entrants, ResolveEntrants(spec.bots(), known, ruleset));
  spec.clear_bots();
  for (const Entrant& entrant : entrants) spec.add_bots(entrant.name);
  if (spec.bots_size() >= 2) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat("--bots ", asked, ": ", spec.bots_size(), " of ",
                                                    Counted(known.size(), "bot"),
                                                    " can enter, for which it has to be ready and to play ", ruleset,
                                                    "; a tournament takes 2 at least (`flagfall bot list`)"));
}

}  // namespace flagfall::arena::tournament
