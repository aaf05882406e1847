#ifndef ARENA_CLI_AUDIT_REPORT_H_
#define ARENA_CLI_AUDIT_REPORT_H_

#include <string>

#include "arena/analysis/asked_again.h"
#include "arena/analysis/foreknowledge.h"
#include "flagfall/v1/analysis.pb.h"

namespace flagfall::arena::cli {

// The figures of the test by skills; without the bot's name and ruleset.
v1::Audit AuditOf(const analysis::Foreknowledge& foreknowledge);

// Those of the test that asks the bot again; without what only its exam knows.
v1::AskedAgain AskedAgainOf(const analysis::AskedAgain& asked);

// The audit for people: what each test says, and where it is suspicious, the plies that weigh most.
std::string AuditText(const v1::Audit& audit);

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_AUDIT_REPORT_H_
