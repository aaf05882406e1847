#ifndef TESTS_WEB_WIRE_H_
#define TESTS_WEB_WIRE_H_

#include <map>
#include <optional>
#include <string>

#include "referee/base/descriptor.h"

namespace flagfall::arena::web {

// An answer as it came.
struct WireAnswer {
  int status = 0;
  // By their names, which are in lower case.
  std::map<std::string, std::string> headers = {};
  std::string body = {};
};

// An event of a stream.
struct WireEvent {
  std::string name;
  std::string id;
  std::string data;
};

// A connection to a site that says exactly what it is told to say.
class Wire {
 public:
  // "127.0.0.1:PORT".
  explicit Wire(const std::string& address);

  // False when the server has closed the connection.
  bool Send(const std::string& bytes);
  // Sends a whole request. `headers`: whole lines, each with its "\r\n".
  bool Get(const std::string& path, const std::string& headers = "");
  // The next answer; status 0 when the connection ended before one. `has_body`: unless it was a HEAD.
  WireAnswer ReadAnswer(bool has_body = true);
  // The next line, without its end; absent when the connection ends first.
  std::optional<std::string> ReadLine() { return ReadUntil("\r\n"); }
  // The next event of a stream, whose head was read. Absent when it has ended. Comments are passed over.
  std::optional<WireEvent> ReadEvent();
  // Waits until the server ends the connection; false when it does not.
  bool WaitForEnd();

 private:
  // False at the end.
  bool ReadMore();
  // Reads up to `end` and returns what comes before it; absent when the connection ends first.
  std::optional<std::string> ReadUntil(const std::string& end);

  Descriptor socket_;
  std::string read_;
};

// Sends one GET on a new connection and reads the answer.
WireAnswer Ask(const std::string& address, const std::string& path, const std::string& headers = "");

// The content of a gzip file.
std::string Gunzip(const std::string& packed);

}  // namespace flagfall::arena::web

#endif  // TESTS_WEB_WIRE_H_
