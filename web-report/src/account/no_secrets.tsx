import { Note } from "../ui/parts";

// In place of a form that sends a secret, where a network would carry it in the clear.
export function NoSecrets() {
  return (
    <Note>
      Nobody can sign in at this address, since a network carries it in the clear. Ask the people who run this arena for
      one that begins with https, or use the command line.
    </Note>
  );
}
