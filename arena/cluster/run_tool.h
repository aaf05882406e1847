#ifndef ARENA_CLUSTER_RUN_TOOL_H_
#define ARENA_CLUSTER_RUN_TOOL_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace flagfall::arena::cluster {

// Runs another program to its end, with `input` on its standard input and our environment with `variables`
// ("NAME=VALUE") in it, and returns what it printed. NOT_FOUND when PATH has no such program; INTERNAL, with what it
// said on its standard error, when its exit code is another than 0.
absl::StatusOr<std::string> RunTool(const std::string& program, const std::vector<std::string>& arguments,
                                    absl::string_view input = "", const std::vector<std::string>& variables = {});

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_RUN_TOOL_H_
