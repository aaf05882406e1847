#ifndef ARENA_BASE_JSON_WRITER_H_
#define ARENA_BASE_JSON_WRITER_H_

#include <memory>
#include <string>
#include <unordered_map>

#include "google/protobuf/message.h"

namespace flagfall::arena {

// Writes what ToJson returns, byte for byte, and several times as fast, for records by the thousand. Protobuf's own
// writer serializes a message, and reads that again by a description of its type, field by field. This one looks at a
// type once. Whatever it does not know itself (messages with numbers with a point or maps, texts that need escapes,
// times) is written by protobuf's. One thread may use an object at a time.
class JsonWriter {
 public:
  JsonWriter();
  ~JsonWriter();

  // Appends the message to `json`.
  void Append(const google::protobuf::Message& message, std::string& json);

 private:
  struct Type;

  const Type& TypeOf(const google::protobuf::Descriptor& descriptor);

  // What was looked at so far.
  std::unordered_map<const google::protobuf::Descriptor*, std::unique_ptr<Type>> types_;
};

}  // namespace flagfall::arena

#endif  // ARENA_BASE_JSON_WRITER_H_
