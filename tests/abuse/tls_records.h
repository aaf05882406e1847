#ifndef TESTS_ABUSE_TLS_RECORDS_H_
#define TESTS_ABUSE_TLS_RECORDS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace flagfall::abuse {

// Writes records of TLS 1.3 (RFC 8446, section 5.2) with TLS_AES_128_GCM_SHA256 that a client's library would not
// write.
class TlsRecordWriter {
 public:
  // `traffic_secret`: the client's first for application data, of which no record has been written yet.
  explicit TlsRecordWriter(absl::string_view traffic_secret);

  // The next record of application data, which may be empty, with so many zeros behind it.
  std::string Next(absl::string_view data, std::size_t padding = 0);

 private:
  std::string key_;
  std::string iv_;
  std::uint64_t sequence_ = 0;
};

}  // namespace flagfall::abuse

#endif  // TESTS_ABUSE_TLS_RECORDS_H_
