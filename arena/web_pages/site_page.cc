#include "arena/web_pages/site_page.h"

#include <algorithm>

#include "absl/strings/string_view.h"
#include "arena/store/chain.h"
#include "arena/store/ledger_size.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web_pages {
namespace {

// "classic" for "classic[two_squares=2]", and for "classic".
absl::string_view RulesetOf(absl::string_view pool) { return pool.substr(0, pool.find('[')); }

}  // namespace

absl::StatusOr<std::vector<v1::Pool>> PoolMessages(store::Database& database) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::PoolSize> sizes, store::PoolSizes(database));
  std::vector<v1::Pool> pools;
  for (const store::PoolSize& size : sizes) {
    v1::Pool& pool = pools.emplace_back();
    pool.set_name(size.pool);
    pool.set_ruleset_id(std::string(RulesetOf(size.pool)));
    pool.set_bots(static_cast<std::uint32_t>(size.bots));
    pool.set_games(static_cast<std::uint32_t>(size.games));
  }
  std::stable_partition(pools.begin(), pools.end(),
                        [](const v1::Pool& pool) { return pool.name() == pool.ruleset_id(); });
  return pools;
}

absl::StatusOr<v1::Site> SiteOf(store::Database& database, const SiteFacts& facts) {
  v1::Site site;
  site.set_title(facts.title.empty() ? "Flagfall" : facts.title);
  site.set_version(facts.version);
  site.set_submission_address(facts.submission_address);
  site.set_delay_seconds(facts.delay_seconds);
  site.set_rates_challenges(facts.rates_challenges);
  site.set_has_exports(true);
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<v1::Pool> pools, PoolMessages(database));
  for (const v1::Pool& pool : pools) *site.add_pools() = pool;
  FLAGFALL_ASSIGN_OR_RETURN(const store::LedgerSize size, store::SizeOf(database));
  site.set_bots(static_cast<std::uint32_t>(size.bots));
  site.set_tournaments(static_cast<std::uint32_t>(size.tournaments));
  site.set_games(static_cast<std::uint32_t>(size.games));
  // A writer that was killed as it migrated the ledger has not signed it yet.
  const absl::StatusOr<store::SignedHead> head = store::NewestHead(database);
  if (!head.ok() && !absl::IsNotFound(head.status())) return head.status();
  if (head.ok()) site.set_chain_head(store::LineOf(*head));
  return site;
}

}  // namespace flagfall::arena::web_pages
