#ifndef ARENA_WEB_PARAMETERS_H_
#define ARENA_WEB_PARAMETERS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::web {

using ParameterMap = std::multimap<std::string, std::string>;

// What may stand in a parameter.
enum class ParameterKind { kText, kNumber, kTime, kFlag, kResult, kReason };

// A parameter that a path takes, as callers are told of it.
struct KnownParameter {
  absl::string_view name;
  ParameterKind kind;
  absl::string_view about;
};
using KnownParameters = std::vector<KnownParameter>;

// The parameters of a request, which stand behind its `?`. All errors are INVALID_ARGUMENT and name the parameter, what
// was wrong and what would be right.

// Reads `name=value&...`, percent-encoded and with `+` for a space. A text that is not encoded rightly stays as it is.
ParameterMap ParseQuery(absl::string_view query);

// OK when every parameter is one of `known`, comes once, and is UTF-8.
absl::Status CheckParameters(const ParameterMap& parameters, const KnownParameters& known);
// Empty when it is not given.
std::string TextParameter(const ParameterMap& parameters, const std::string& name);
// 0 when it is not given, or empty.
absl::StatusOr<std::uint32_t> NumberParameter(const ParameterMap& parameters, const std::string& name);

// The parameters of the two lists.
const KnownParameters& GamesParameters();
const KnownParameters& TournamentsParameters();
absl::StatusOr<v1::ListGamesRequest> GamesRequest(const ParameterMap& parameters);
absl::StatusOr<v1::ListTournamentsRequest> TournamentsRequest(const ParameterMap& parameters);

// The parts of a path between its slashes, decoded. INVALID_ARGUMENT for what is not percent-encoded UTF-8.
absl::StatusOr<std::vector<std::string>> PathParts(absl::string_view path);

// These check ids only for their form; whether such a thing exists is for the ledger to say.
absl::Status CheckGameId(absl::string_view id);
absl::Status CheckBotName(absl::string_view name);
absl::Status CheckPool(absl::string_view pool);
// A number from 1. `what` is numbered, for the error.
absl::StatusOr<std::uint32_t> PositiveNumber(absl::string_view text, absl::string_view what);

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_PARAMETERS_H_
