// The messages and the service, from the .proto files.

import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { loadSync } from "@grpc/proto-loader";

// The .proto files lie beside the SDK in a packed bot's folder, and otherwise at the root of the project.
function protoFolder() {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const folders = [path.join(here, "proto"), path.join(here, "../../../proto")];
  const found = folders.find((folder) => existsSync(path.join(folder, "flagfall/v1/bot_service.proto")));
  if (!found) throw new Error(`flagfall/v1/bot_service.proto is in none of ${folders.join(", ")}`);
  return found;
}

// All definitions of bot_service.proto, by their full names.
export function loadDefinitions() {
  // 64-bit numbers are strings, so that nothing is rounded.
  return loadSync("flagfall/v1/bot_service.proto", {
    includeDirs: [protoFolder()],
    longs: String,
    defaults: true,
    oneofs: true,
  });
}
