#include "referee/match/event_digest.h"

#include <google/protobuf/io/coded_stream.h>

#include <cstddef>
#include <cstdint>

#include "flagfall/v1/bot_service.pb.h"

namespace flagfall {
namespace {

constexpr std::size_t kFlushAtBytes = 4096;
// What stands before the length of each on the wire: the field's number, and that a length follows.
constexpr char kEventsTag = v1::GameResumed::kEventsFieldNumber << 3 | 2;

}  // namespace

void EventDigest::Add(const std::vector<v1::Event>& events, std::string* resumed) {
  using google::protobuf::io::CodedOutputStream;
  for (const v1::Event& event : events) {
    const std::size_t event_bytes = event.ByteSizeLong();
    const auto length = static_cast<std::uint32_t>(event_bytes);
    const std::size_t at = unhashed_.size();
    unhashed_.resize(at + CodedOutputStream::VarintSize32(length) + event_bytes);
    auto* out = reinterpret_cast<std::uint8_t*>(&unhashed_[at]);
    event.SerializeWithCachedSizesToArray(CodedOutputStream::WriteVarint32ToArray(length, out));
    if (resumed == nullptr) continue;
    resumed->push_back(kEventsTag);
    resumed->append(unhashed_, at);
  }
  if (unhashed_.size() >= kFlushAtBytes) Flush();
}

std::string EventDigest::Digest() {
  Flush();
  return sha256_.Digest();
}

void EventDigest::Flush() {
  sha256_.Update(unhashed_);
  unhashed_.clear();
}

}  // namespace flagfall
