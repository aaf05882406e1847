#ifndef ARENA_WEB_API_ROUTE_H_
#define ARENA_WEB_API_ROUTE_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "arena/web/parameters.h"
#include "google/protobuf/descriptor.h"

namespace flagfall::arena::web {

inline constexpr absl::string_view kJsonType = "application/json; charset=utf-8";
inline constexpr absl::string_view kTextType = "text/plain; charset=utf-8";
inline constexpr absl::string_view kXmlType = "application/xml; charset=utf-8";
inline constexpr absl::string_view kSvgType = "image/svg+xml";
inline constexpr absl::string_view kPngType = "image/png";
inline constexpr absl::string_view kEventsType = "text/event-stream";

// Below which the paths of the table are.
inline constexpr absl::string_view kApiRoot = "/api/v1";

// A kind of event of a stream.
struct KnownEvent {
  absl::string_view name;
  const google::protobuf::Descriptor* message;
};

// What others are told of a path.
struct ApiRoute {
  // Below kApiRoot, as in "/games/{id}/events".
  absl::string_view path;
  // What the answer is, in a few words.
  absl::string_view about;
  // The message that is the answer; null where it is none.
  const google::protobuf::Descriptor* message = nullptr;
  KnownParameters parameters = {};
  absl::string_view type = kJsonType;
  // Of a stream.
  std::vector<KnownEvent> events = {};
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_API_ROUTE_H_
