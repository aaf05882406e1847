// Generates generated/: the messages of ../proto as TypeScript types of their JSON, and the page of all of them, which is a
// guide. Takes the path of protoc; without one, the one on the PATH.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "generated");

const options = [
  // Types of the JSON and nothing that runs, but for the names of enums: 64-bit numbers and times are strings, and any
  // field may be absent, since one with its default value is left out.
  "onlyTypes=true",
  "useJsonWireFormat=true",
  "forceLong=string",
  "useOptionals=all",
  // Fields are named as in the .proto files.
  "snakeToCamel=false",
  // An enum is the union of its names, without UNRECOGNIZED.
  "enumsAsLiterals=true",
  "unrecognizedEnum=false",
  // Neither the services nor the names of files and packages are wanted.
  "outputServices=none",
  "exportCommonSymbols=false",
];

mkdirSync(out, { recursive: true });
execFileSync(
  process.argv[2] ?? "protoc",
  [
    `--plugin=protoc-gen-ts_proto=${join(here, "node_modules/ts-proto/protoc-gen-ts_proto")}`,
    `--ts_proto_out=${out}`,
    `--ts_proto_opt=${options.join(",")}`,
    `--proto_path=${join(here, "../proto")}`,
    // With all that they import.
    "flagfall/v1/analysis.proto",
    "flagfall/v1/web.proto",
    "flagfall/v1/arena_service.proto",
    "flagfall/v1/bot_service.proto",
  ],
  { stdio: "inherit" },
);
execFileSync("/usr/bin/python3", ["-B", join(here, "../proto/reference.py"), join(out, "REFERENCE.md")], {
  stdio: "inherit",
});
