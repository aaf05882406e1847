// Any text as one of the short texts that people and their programs write: addresses of webhooks, names of hosts,
// topics of a stream, the parameters of lists, authorization, options of rulesets, keys, and what squeue prints. Each
// is refused with a message, or read as what its writer writes again. The first byte says which.

#include <arpa/inet.h>
#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "arena/accounts/secrets.h"
#include "arena/base/names.h"
#include "arena/base/utf8.h"
#include "arena/cluster/slurm.h"
#include "arena/web/client_address.h"
#include "arena/web/host_names.h"
#include "arena/web/parameters.h"
#include "arena/web/topics.h"
#include "arena/webhooks/address_rule.h"
#include "referee/base/check.h"
#include "referee/base/ed25519.h"
#include "referee/net/address.h"
#include "referee/rules/catalogue.h"
#include "referee/service/bearer_token.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/fuzz/input.h"

namespace flagfall::fuzz::short_text_fuzz {
namespace {

void CheckRefusal(const absl::Status& status) {
  FLAGFALL_CHECK(status.ok() || (absl::IsInvalidArgument(status) && !status.message().empty()));
}

void TryWebhookUrl(absl::string_view text) {
  const std::string url(text);
  const absl::Status strict = arena::webhooks::CheckWebhookUrl({}, url);
  const absl::Status lax = arena::webhooks::CheckWebhookUrl({.allows_private = true}, url);
  CheckRefusal(strict);
  CheckRefusal(lax);
  // Who is allowed more is allowed all that others are.
  FLAGFALL_CHECK(!strict.ok() || lax.ok());
}

void TryAddress(absl::string_view text) {
  IsUnixAddress(text);
  IsLocalAddress(text);
  PeerText(text);
  arena::web::ForwardedClient(text);
  sockaddr_in6 ipv6{};
  ipv6.sin6_family = AF_INET6;
  if (::inet_pton(AF_INET6, std::string(text).c_str(), &ipv6.sin6_addr) == 1) {
    arena::webhooks::IsPublic(reinterpret_cast<const sockaddr&>(ipv6));
  }
}

void TryHostName(absl::string_view text) {
  arena::web::HostNames names;
  CheckRefusal(names.AddUrl(text));
  names.AddHost("arena.example");
  const bool allowed = names.Allows(text);
  FLAGFALL_CHECK(allowed || !text.empty());
  names.IsPrivate(text);
  names.IsSecure(text);
  names.IsOwnSite(text, "arena.example");
  names.IsOwnSite("https://arena.example", text);
}

void TryParameters(absl::string_view text) {
  const arena::web::ParameterMap parameters = arena::web::ParseQuery(text);
  for (const auto* known : {&arena::web::GamesParameters(), &arena::web::TournamentsParameters(),
                            &arena::web::PositionParameters(), &arena::web::ExportParameters()}) {
    CheckRefusal(arena::web::CheckParameters(parameters, *known));
  }
  CheckRefusal(arena::web::GamesRequest(parameters).status());
  CheckRefusal(arena::web::TournamentsRequest(parameters).status());
  CheckRefusal(arena::web::PositionIn(parameters, v1::Replay()).status());
  CheckRefusal(arena::web::ObserverIn(parameters).status());
}

void TryPath(absl::string_view text) {
  const auto parts = arena::web::PathParts(text);
  CheckRefusal(parts.status());
  if (!parts.ok()) return;
  for (const std::string& part : *parts) {
    FLAGFALL_CHECK(arena::IsUtf8(part));
    CheckRefusal(arena::web::CheckGameId(part));
    CheckRefusal(arena::web::CheckBotName(part));
    CheckRefusal(arena::web::CheckPool(part));
    CheckRefusal(arena::web::PositiveNumber(part, "thing").status());
  }
}

// The index of a ruleset, then indices of options and their values, each with its length before it.
void TryRuleset(absl::string_view text) {
  v1::Ruleset ruleset;
  Input input(text);
  const auto& catalogue = Catalogue();
  const RulesetDefinition& definition = *catalogue[input.Index(catalogue.size())];
  ruleset.set_id(definition.info().id);
  while (!input.IsEmpty() && !definition.info().options.empty()) {
    v1::RulesetOption& option = *ruleset.add_options();
    option.set_name(definition.info().options[input.Index(definition.info().options.size())].name);
    option.set_value(std::string(input.Text(40)));
  }
  const auto complete = CompleteRuleset(ruleset);
  FLAGFALL_CHECK(complete.ok() || !complete.status().message().empty());
  if (!complete.ok()) return;
  FLAGFALL_CHECK(CompleteRuleset(*complete)->SerializeAsString() == complete->SerializeAsString());
  FLAGFALL_CHECK(NewGame(*complete, std::string(32, 's')).ok());
  CheckOptionsMatter(definition.info(), *complete).IgnoreError();
  FLAGFALL_CHECK(!arena::RulesetText(*complete).empty());
  const auto words = definition.ReadAction(text);
  if (words.ok()) FLAGFALL_CHECK(!definition.WriteAction(*words).empty());
}

void TryOthers(absl::string_view text) {
  CheckRefusal(arena::web::TopicsOf(text).status());
  TokenInAuthorization(text);
  for (const auto& kind :
       {arena::accounts::kTokenSecret, arena::accounts::kLinkSecret, arena::accounts::kInvitationCode}) {
    if (arena::accounts::IsSecret(text, kind)) FLAGFALL_CHECK(text.size() > kind.prefix.size());
  }
  const auto jobs = arena::cluster::ParseSqueue(text);
  FLAGFALL_CHECK(jobs.ok() || !jobs.status().message().empty());
  FLAGFALL_CHECK(!arena::IsName(text, 40) || arena::IsUtf8(text));
}

void TryKey(absl::string_view text) {
  const auto key = SigningKey::FromPem(text);
  CheckRefusal(key.status());
  if (!key.ok()) return;
  FLAGFALL_CHECK(IsSigned(key->PublicKey(), "text", key->Sign("text")));
  FLAGFALL_CHECK(SigningKey::FromPem(key->Pem())->PublicKey() == key->PublicKey());
}

}  // namespace

FLAGFALL_FUZZER(short_text) {
  using Try = void (*)(absl::string_view);
  constexpr Try kTrials[] = {TryWebhookUrl, TryAddress, TryHostName, TryParameters,
                             TryPath,       TryRuleset, TryOthers,   TryKey};
  Input input(bytes, size);
  const std::size_t which = input.Byte() % std::size(kTrials);
  kTrials[which](input.Rest());
  return 0;
}

}  // namespace flagfall::fuzz::short_text_fuzz
