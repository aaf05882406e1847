// The messages of proto/flagfall/v1 as types of their JSON. generate_messages.mjs makes them of the .proto files, whose
// comments they carry; nothing here is written by hand.
//
// Two things the types do not say. A double that is no finite number is the text "Infinity", "-Infinity" or "NaN" in JSON:
// realText and errorText take both. And of the fields of a `oneof` no more than one is present: see one_of.ts.
export * from "../../generated/flagfall/v1/analysis";
export * from "../../generated/flagfall/v1/arena";
export * from "../../generated/flagfall/v1/arena_service";
export * from "../../generated/flagfall/v1/bluffing";
export * from "../../generated/flagfall/v1/board";
export * from "../../generated/flagfall/v1/bot_service";
export * from "../../generated/flagfall/v1/cards";
export * from "../../generated/flagfall/v1/game";
export * from "../../generated/flagfall/v1/gogo";
export * from "../../generated/flagfall/v1/hosting";
export * from "../../generated/flagfall/v1/hosting_calls";
export * from "../../generated/flagfall/v1/rankings";
export * from "../../generated/flagfall/v1/record";
export * from "../../generated/flagfall/v1/replay";
export * from "../../generated/flagfall/v1/ruleset";
export * from "../../generated/flagfall/v1/tuning";
export * from "../../generated/flagfall/v1/types";
export * from "../../generated/flagfall/v1/web";
