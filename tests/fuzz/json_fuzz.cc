// Any text as the JSON of any message that is taken in as JSON: manifests, specs, records, receipts, and what the
// site's API is asked. It is refused with a message, or what is read of it is written by both writers, and read again
// as the same. The first byte says which message.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "arena/base/json.h"
#include "arena/base/json_text.h"
#include "arena/base/json_writer.h"
#include "flagfall/v1/arena.pb.h"
#include "flagfall/v1/arena_service.pb.h"
#include "flagfall/v1/bot_service.pb.h"
#include "flagfall/v1/receipt.pb.h"
#include "flagfall/v1/record.pb.h"
#include "google/protobuf/message.h"
#include "google/protobuf/util/field_comparator.h"
#include "google/protobuf/util/message_differencer.h"
#include "referee/base/check.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/fuzz/input.h"

namespace flagfall::fuzz::json_fuzz {
namespace {

using arena::FromJson;
using arena::JsonLayout;
using arena::ToJson;
using google::protobuf::Message;

// All requests of ArenaService are among what the site's API is asked.
std::unique_ptr<Message> NewMessage(std::uint8_t which) {
  const Message* const others[] = {&v1::BotManifest::default_instance(), &v1::TournamentSpec::default_instance(),
                                   &v1::GameRecord::default_instance(), &v1::GameReceipt::default_instance(),
                                   &v1::PlayRequest::default_instance()};
  if (which < std::size(others)) return std::unique_ptr<Message>(others[which]->New());
  static const auto* const service = v1::ListBotsRequest::descriptor()->file()->FindServiceByName("ArenaService");
  const auto* const type = service->method(which % service->method_count())->input_type();
  return std::unique_ptr<Message>(google::protobuf::MessageFactory::generated_factory()->GetPrototype(type)->New());
}

// NaN is the same as itself here.
bool AreSame(const Message& a, const Message& b) {
  google::protobuf::util::MessageDifferencer differencer;
  google::protobuf::util::DefaultFieldComparator comparator;
  comparator.set_treat_nan_as_equal(true);
  differencer.set_field_comparator(&comparator);
  return differencer.Compare(a, b);
}

void Try(absl::string_view text, Message& message) {
  const std::string plain = arena::WithoutComments(text);
  FLAGFALL_CHECK(plain.size() == text.size());
  arena::LineOfField(plain, "ruleset.options[0].value");
  arena::LineOfField(text, text.substr(0, text.size() / 2));
  const absl::Status read = FromJson(plain, "the text", message);
  if (!read.ok()) {
    FLAGFALL_CHECK(absl::IsInvalidArgument(read) && !read.message().empty());
    return;
  }
  const std::string json = ToJson(message);
  std::string fast;
  arena::JsonWriter().Append(message, fast);
  FLAGFALL_CHECK(fast == json);
  for (const std::string& written : {json, ToJson(message, JsonLayout::kIndented)}) {
    const std::unique_ptr<Message> again(message.New());
    FLAGFALL_CHECK(FromJson(written, "what was written", *again).ok());
    FLAGFALL_CHECK(AreSame(message, *again));
  }
}

}  // namespace

FLAGFALL_FUZZER(json) {
  Input input(bytes, size);
  const std::unique_ptr<google::protobuf::Message> message = NewMessage(input.Byte());
  Try(input.Rest(), *message);
  return 0;
}

}  // namespace flagfall::fuzz::json_fuzz
