#include "arena/cluster/check_handed_in.h"

#include <google/protobuf/field_mask.pb.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/util/field_mask_util.h>
#include <google/protobuf/wire_format_lite.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/match/referee_again.h"

namespace flagfall::arena::cluster {
namespace {

absl::Status Differs(const MatchSpec& match, absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("the record that was handed in for game ", match.game_id, " is none of it: ", what));
}

// The fields of a record that are known only once the game is played.
constexpr int kPlayed[] = {v1::GameRecord::kEntriesFieldNumber,
                           v1::GameRecord::kOutcomeFieldNumber,
                           v1::GameRecord::kRedEventsSha256FieldNumber,
                           v1::GameRecord::kBlueEventsSha256FieldNumber,
                           v1::GameRecord::kSpectatorEventsSha256FieldNumber,
                           v1::GameRecord::kPliesFieldNumber,
                           v1::GameRecord::kRedUseFieldNumber,
                           v1::GameRecord::kBlueUseFieldNumber};

// All of the record that is known before the game begins. A long game's entries are not copied for it.
v1::GameRecord HeaderOf(const v1::GameRecord& record) {
  static const google::protobuf::FieldMask known_before = [] {
    google::protobuf::FieldMask mask;
    const auto* const type = v1::GameRecord::descriptor();
    for (int i = 0; i < type->field_count(); ++i) {
      if (!absl::c_linear_search(kPlayed, type->field(i)->number())) mask.add_paths(type->field(i)->name());
    }
    return mask;
  }();
  using google::protobuf::util::FieldMaskUtil;
  v1::GameRecord header;
  FieldMaskUtil::MergeMessageTo(record, known_before, FieldMaskUtil::MergeOptions(), &header);
  // What no record has differs from all that is expected.
  const auto* const reflection = record.GetReflection();
  reflection->MutableUnknownFields(&header)->MergeFrom(reflection->GetUnknownFields(record));
  return header;
}

// "seed, red"; the names of the fields in which the two differ.
std::string FieldsThatDiffer(const v1::GameRecord& a, const v1::GameRecord& b) {
  std::string names;
  const auto* const type = v1::GameRecord::descriptor();
  for (int i = 0; i < type->field_count(); ++i) {
    v1::GameRecord one = a;
    v1::GameRecord other = b;
    for (int k = 0; k < type->field_count(); ++k) {
      if (k == i) continue;
      one.GetReflection()->ClearField(&one, type->field(k));
      other.GetReflection()->ClearField(&other, type->field(k));
    }
    if (one.SerializeAsString() != other.SerializeAsString()) {
      absl::StrAppend(&names, names.empty() ? "" : ", ", type->field(i)->name());
    }
  }
  return names;
}

}  // namespace

absl::Status CheckRecordBounds(absl::string_view bytes) {
  using google::protobuf::internal::WireFormatLite;
  const std::uint32_t entry_tag =
      WireFormatLite::MakeTag(v1::GameRecord::kEntriesFieldNumber, WireFormatLite::WIRETYPE_LENGTH_DELIMITED);
  google::protobuf::io::CodedInputStream input(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                               static_cast<int>(bytes.size()));
  std::size_t entries = 0;
  std::size_t header_bytes = 0;
  for (std::uint32_t tag = input.ReadTag(); tag != 0; tag = input.ReadTag()) {
    const int begin = input.CurrentPosition();
    if (!WireFormatLite::SkipField(&input, tag)) return absl::InvalidArgumentError("the record cannot be read");
    const auto size = static_cast<std::size_t>(input.CurrentPosition() - begin);
    if (tag != entry_tag) {
      header_bytes += size;
    } else if (++entries > kRecordEntriesMax) {
      return absl::InvalidArgumentError(absl::StrCat("a record has at most ", kRecordEntriesMax, " entries"));
    } else if (size > kRecordEntryBytesMax) {
      return absl::InvalidArgumentError(absl::StrCat("entry ", entries, " of the record has ", size,
                                                     " bytes; one has at most ", kRecordEntryBytesMax));
    }
  }
  if (!input.ConsumedEntireMessage()) return absl::InvalidArgumentError("the record cannot be read");
  if (header_bytes > kRecordHeaderBytesMax) {
    return absl::InvalidArgumentError(absl::StrCat("beside its entries the record has ", header_bytes,
                                                   " bytes; one has at most ", kRecordHeaderBytesMax));
  }
  return absl::OkStatus();
}

absl::Status CheckHandedIn(const MatchSpec& match, const v1::GameRecord& record) {
  const absl::Status again = RefereeAgain(record, match);
  if (again.ok()) return absl::OkStatus();
  // What was to be known before the game says more than what followed from it.
  v1::GameRecord expected = RecordHeader(match);
  v1::GameRecord begun = HeaderOf(record);
  expected.clear_start_time();
  begun.clear_start_time();
  if (expected.SerializeAsString() != begun.SerializeAsString()) {
    return Differs(match, absl::StrCat("it differs in ", FieldsThatDiffer(expected, begun)));
  }
  return Differs(match, again.message());
}

}  // namespace flagfall::arena::cluster
