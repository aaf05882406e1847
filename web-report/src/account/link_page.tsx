// Where a sign-in link leads. Programs that look at links before people do must not use it up: it takes a press of a button.
import { useState } from "preact/hooks";
import { isPrivate, signIn } from "../data/account";
import { Heading, Note } from "../ui/parts";
import { useArena } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { useTitle } from "../ui/title";
import { Trouble, useDoing } from "./doing";
import { NoSecrets } from "./no_secrets";
import { useSession } from "./session";
import "../style/account.css";

export function LinkPage({ secret }: { secret: string }) {
  const { source } = useArena();
  const session = useSession(source.isLive);
  const [isDoing, trouble, run] = useDoing();
  const [isUsed, setUsed] = useState(false);
  useTitle("Sign in by a link");
  const known = session.data?.user;
  const use = async () => {
    setUsed(true);
    await signIn({ link: secret });
    // The secret goes out of the address and of the browser's history.
    location.replace(hrefOf(["account"]));
  };
  return (
    <>
      <Heading>Sign in by a link</Heading>
      {source.isLive && !isPrivate() ? (
        <NoSecrets />
      ) : source.isLive && secret ? (
        <>
          <p class="lead">
            This link signs this browser in as the user for whom it was made, once. Use it if you have made it yourself,
            or if the people who run this arena have given it to you.
          </p>
          {known && !isUsed && (
            <Note>
              You are signed in as <strong class="bot">{known}</strong>, and would not be any more.
            </Note>
          )}
          <p>
            <button type="button" class="primary" disabled={isDoing} onClick={() => run(use)}>
              Sign in here
            </button>
          </p>
          <Trouble text={trouble} />
        </>
      ) : (
        <Note>This link is not complete, or these pages are files; to sign in takes a server.</Note>
      )}
    </>
  );
}
