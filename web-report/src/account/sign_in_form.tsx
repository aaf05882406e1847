import { useState } from "preact/hooks";
import { signIn } from "../data/account";
import { Note } from "../ui/parts";
import { hrefOf } from "../ui/route";
import { Trouble, useDoing } from "./doing";

export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [token, setToken] = useState("");
  const [isDoing, trouble, run] = useDoing();
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          await signIn({ token: token.trim() });
          setToken("");
          onSignedIn();
        });
      }}
    >
      <label>
        Your token
        <input
          type="password"
          autocomplete="current-password"
          value={token}
          required
          placeholder="fft_…"
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary" disabled={isDoing}>
        Sign in
      </button>
      <Trouble text={trouble} />
      <Note>
        The people who run this arena give tokens. One signs you in for as long as it holds; it stays out of the page's
        reach. With a code of theirs you <a href={hrefOf(["register"])}>register</a>.
      </Note>
    </form>
  );
}
