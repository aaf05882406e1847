#ifndef REFEREE_MATCH_EVENT_DIGEST_H_
#define REFEREE_MATCH_EVENT_DIGEST_H_

#include <string>
#include <vector>

#include "flagfall/v1/game.pb.h"
#include "referee/base/sha256.h"

namespace flagfall {

// SHA-256 over one observer's events, each preceded by its length as a varint, as a record keeps it.
class EventDigest {
 public:
  // The events are also appended to `resumed`, serialized as GameResumed.events, unless it is null.
  void Add(const std::vector<v1::Event>& events, std::string* resumed = nullptr);

  // 32 raw bytes over all events so far.
  std::string Digest();

 private:
  void Flush();

  Sha256 sha256_;
  // Events serialized but not yet hashed: hashing whole blocks is several times cheaper than hashing event by event.
  std::string unhashed_;
};

}  // namespace flagfall

#endif  // REFEREE_MATCH_EVENT_DIGEST_H_
