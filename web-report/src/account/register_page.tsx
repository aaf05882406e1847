// Somebody who was invited becomes a user.
import { useState } from "preact/hooks";
import { isPrivate, register } from "../data/account";
import { Heading, Note } from "../ui/parts";
import { useArena } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { useTitle } from "../ui/title";
import { NAME_PATTERN } from "./account_words";
import { ActionForm, TextField } from "./fields";
import { NoSecrets } from "./no_secrets";
import { Secret } from "./secret";
import "../style/account.css";

export function RegisterPage({ code: given }: { code: string }) {
  const { source } = useArena();
  const [code, setCode] = useState(given);
  const [name, setName] = useState("");
  const [made, setMade] = useState<{ user: string; token: string }>();
  useTitle("Register");
  if (!source.isLive) return <Note>These pages are files; to register takes a server.</Note>;
  const create = async () => {
    const account = await register({ code: code.trim(), name: name.trim() });
    setMade({ user: account.user ?? "", token: account.first_token ?? "" });
    // The code may have further uses, and is nobody's business in the browser's history.
    history.replaceState(history.state, "", hrefOf(["register"]));
  };
  return (
    <>
      <Heading>Register</Heading>
      {made ? (
        <>
          <p class="lead" role="status">
            You are <strong class="bot">{made.user}</strong> now, and signed in here. With this token you sign in
            elsewhere, and use the command line:
          </p>
          {made.token && (
            <Secret of={made.user} secret={made.token} onClose={() => setMade({ user: made.user, token: "" })} />
          )}
          <p>
            <a href={hrefOf(["account"])}>To your account</a>
          </p>
        </>
      ) : !isPrivate() ? (
        <NoSecrets />
      ) : (
        <>
          <p class="lead">Whoever has a code from the people who run this arena may have an account here.</p>
          <ActionForm action="Register" onAction={create}>
            <TextField label="Your code" placeholder="ffi_…" value={code} onValue={setCode} required maxLength={40} />
            <TextField
              label="Your name here"
              value={name}
              onValue={setName}
              required
              maxLength={40}
              pattern={NAME_PATTERN}
            />
          </ActionForm>
          <Note>Others see the name beside your bots. It cannot be changed later.</Note>
        </>
      )}
    </>
  );
}
