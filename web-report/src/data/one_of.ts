// A message's `oneof` as a sum type. In JSON its fields stand beside all others, and the one that is present says the kind.

// One of the named fields of a message, with its value.
export type OneOf<Message, Field extends keyof Message> = {
  [Kind in Field]-?: { kind: Kind; value: NonNullable<Message[Kind]> };
}[Field];

// The field of a oneof that is present; `fields` may be left out for a message that has no others. Undefined where none is
// present. A message of a newer server may have a kind that is not in the type: a switch over it needs a way out.
export function oneOf<Message extends object, Field extends keyof Message = keyof Message>(
  message: Message,
  fields: readonly Field[] = Object.keys(message) as Field[],
): OneOf<Message, Field> | undefined {
  const kind = fields.find((field) => message[field] !== undefined);
  return kind === undefined ? undefined : ({ kind, value: message[kind] } as OneOf<Message, Field>);
}
