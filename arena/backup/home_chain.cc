#include "arena/backup/home_chain.h"

#include <memory>

#include "absl/strings/str_cat.h"
#include "arena/base/durable_files.h"
#include "arena/base/key_file.h"
#include "arena/store/chain.h"
#include "arena/store/chain_origin.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::backup {

HomeChain HomeChainOf(const std::string& ledger) {
  HomeChain home{.origin = OriginOfLedger(ledger).value_or("")};
  const auto key = ReadKeyFile(absl::StrCat(FolderOf(ledger), "/", store::kChainKeyFileName));
  if (key.ok()) home.public_key = key->PublicKey();
  return home;
}

absl::StatusOr<std::string> OriginOfLedger(const std::string& ledger) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> database, store::Database::OpenForReading(ledger));
  return store::OriginOf(*database);
}

absl::StatusOr<bool> IsCopyOf(const HomeChain& home, const std::string& path) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<store::Database> copy, store::Database::OpenCopy(path));
  FLAGFALL_ASSIGN_OR_RETURN(const std::string origin, store::OriginOf(*copy));
  if (!home.origin.empty() && home.origin == origin) return true;
  if (home.public_key.empty()) return false;
  return store::IsSignedWith(*copy, home.public_key);
}

}  // namespace flagfall::arena::backup
