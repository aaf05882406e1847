#ifndef TESTS_FUZZ_MESSAGE_MUTATOR_H_
#define TESTS_FUZZ_MESSAGE_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"
#include "referee/rules/random.h"

// Bytes that are changed at random are hardly ever a message any more. These change messages as messages, so that what
// lies behind the parser is reached. Half of all changes are libFuzzer's own, to the bytes.

namespace flagfall::fuzz {

// The bytes as libFuzzer changes them.
std::string MutatedBytes(absl::string_view bytes, std::size_t bytes_max);

// Changes a few fields of the message, at any depth: sets, clears, adds, doubles, removes or swaps them. Texts stay
// UTF-8.
void MutateMessage(google::protobuf::Message& message, Random& random);

// The bytes of an input, changed as the message that they are or, where they are none, as bytes.
// `message` is of the type meant; its content does not matter. `draw`, which may be empty, gives a message to begin
// from, for bytes that are none and now and then for others.
std::string MutatedAs(google::protobuf::Message& message, absl::string_view bytes, std::size_t bytes_max,
                      Random& random, const std::function<void(google::protobuf::Message&, Random&)>& draw = nullptr);

// An input that is many: each of its steps is a byte that says what is done, one that says how, and a payload whose
// length is in the two bytes before it. A payload at the end may be shorter than it says.
struct Step {
  std::uint8_t what = 0;
  std::uint8_t how = 0;
  std::string payload = {};
};
std::vector<Step> StepsOf(absl::string_view bytes);
std::string BytesOf(const std::vector<Step>& steps);

// The bytes of an input with one step changed, added, doubled, removed or moved. `message_of` says which message the
// payload of a step is: null where it is none.
using MessageOfStep = std::function<google::protobuf::Message*(const Step& step)>;
std::string MutatedSteps(absl::string_view bytes, std::size_t bytes_max, Random& random,
                         const MessageOfStep& message_of);

// What LLVMFuzzerCustomMutator returns, having written the bytes over the input.
std::size_t Written(absl::string_view bytes, std::uint8_t* data, std::size_t bytes_max);

}  // namespace flagfall::fuzz

#endif  // TESTS_FUZZ_MESSAGE_MUTATOR_H_
