import { useState } from "preact/hooks";
import { isPrivate, signIn } from "../data/account";
import { Note } from "../ui/parts";
import { hrefOf } from "../ui/route";
import { ActionForm, TextField } from "./fields";
import { NoSecrets } from "./no_secrets";

export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [token, setToken] = useState("");
  const start = async () => {
    await signIn({ token: token.trim() });
    setToken("");
    onSignedIn();
  };
  if (!isPrivate()) return <NoSecrets />;
  return (
    <>
      <ActionForm action="Sign in" onAction={start}>
        <TextField label="Your token" type="password" placeholder="fft_…" required value={token} onValue={setToken} />
      </ActionForm>
      <Note>
        The people who run this arena give tokens. One signs you in for as long as it holds; it stays out of the page's
        reach. With a code of theirs you <a href={hrefOf(["register"])}>register</a>.
      </Note>
    </>
  );
}
