// What somebody may do here who is signed in: one's own things, and for hosts those of the arena.
import type { ComponentType } from "preact";
import { useRef, useState } from "preact/hooks";
import { signOut } from "../data/account";
import type { Account } from "../data/messages";
import { Heading, Loaded, Note } from "../ui/parts";
import { useArena } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { Tabs } from "../ui/tabs";
import { useTitle } from "../ui/title";
import { BotsPart } from "./bots_part";
import { ChallengesPart } from "./challenges_part";
import { SayContext, Trouble, useDoing } from "./doing";
import type { PartProps } from "./part_props";
import { useSession } from "./session";
import { SignInForm } from "./sign_in_form";
import { SubmissionsPart } from "./submissions_part";
import { TokensPart } from "./tokens_part";
import { TournamentsPart } from "./tournaments_part";
import { UsersPart } from "./users_part";
import { WebhooksPart } from "./webhooks_part";
import { WorkersPart } from "./workers_part";
import "../style/account.css";

interface Part {
  id: string;
  title: string;
  isForHosts?: boolean;
  Part: ComponentType<PartProps>;
}

const PARTS: readonly Part[] = [
  { id: "bots", title: "Bots", Part: BotsPart },
  { id: "submissions", title: "Submissions", Part: SubmissionsPart },
  { id: "challenges", title: "Challenges", Part: ChallengesPart },
  { id: "tournaments", title: "Tournaments", isForHosts: true, Part: TournamentsPart },
  { id: "tokens", title: "Tokens", Part: TokensPart },
  { id: "webhooks", title: "Webhooks", Part: WebhooksPart },
  { id: "users", title: "Users", isForHosts: true, Part: UsersPart },
  { id: "workers", title: "Workers", isForHosts: true, Part: WorkersPart },
];

function Who({ account }: { account: Account }) {
  const [isDoing, trouble, run] = useDoing();
  return (
    <>
      <p class="account-who">
        <span>
          Signed in as <strong class="bot">{account.user}</strong>, {account.role}
        </span>
        <button type="button" disabled={isDoing} onClick={() => run(signOut)}>
          Sign out
        </button>
      </p>
      <Trouble text={trouble} />
    </>
  );
}

function SignedIn({ account, id }: { account: Account; id: string }) {
  const [said, say] = useState("");
  const isHost = account.role === "host";
  // A worker's user has nothing that could be changed here.
  const parts = PARTS.filter((part) => account.role !== "worker" && (isHost || !part.isForHosts));
  const shown = parts.find((part) => part.id === id) ?? parts[0];
  useTitle(shown?.title ?? "", "Your account");
  return (
    <SayContext.Provider value={say}>
      <Who account={account} />
      <p class="sr-only" role="status">
        {said}
      </p>
      {shown ? (
        <>
          <Tabs
            label="Parts of your account"
            tabs={parts.map((part) => [part.id, part.title])}
            current={shown.id}
            href={(part) => hrefOf(["account", part])}
          />
          <shown.Part user={account.user ?? ""} isHost={isHost} />
        </>
      ) : (
        <Note>Your tokens are for workers, the machines that play the arena's games. There is nothing to do here.</Note>
      )}
    </SayContext.Provider>
  );
}

export function AccountPage({ id }: { id: string }) {
  const { source } = useArena();
  const session = useSession(source.isLive);
  const wasSignedIn = useRef(false);
  // Its parts have titles of their own.
  useTitle(session.data?.user ? "" : "Your account");
  if (session.data?.user) wasSignedIn.current = true;
  if (!source.isLive) return <Note>These pages are files; to sign in takes a server.</Note>;
  return (
    <>
      <Heading>Your account</Heading>
      <Loaded resource={session} what="your account">
        {(account) =>
          account.user ? (
            <SignedIn account={account} id={id} />
          ) : (
            <>
              <p class="lead" role="status">
                {wasSignedIn.current
                  ? "You are not signed in any more."
                  : "Sign in to look after your bots, your tokens and your challenges."}
              </p>
              <SignInForm onSignedIn={session.reload} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
