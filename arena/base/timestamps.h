#ifndef ARENA_BASE_TIMESTAMPS_H_
#define ARENA_BASE_TIMESTAMPS_H_

#include <google/protobuf/timestamp.pb.h>
#include <google/protobuf/util/time_util.h>

#include "referee/base/micros.h"

namespace flagfall::arena {

// The ledger and the code count microseconds since 1970; messages hold Timestamps. These two functions are the only way
// from one to the other.

inline google::protobuf::Timestamp TimestampOf(Micros since_1970) {
  return google::protobuf::util::TimeUtil::MicrosecondsToTimestamp(since_1970.count());
}

// What is below a microsecond is cut off.
inline Micros MicrosOf(const google::protobuf::Timestamp& time) {
  return Micros(google::protobuf::util::TimeUtil::TimestampToMicroseconds(time));
}

}  // namespace flagfall::arena

#endif  // ARENA_BASE_TIMESTAMPS_H_
