// Playing against a bot: who one is, whom one plays, and the game.
import { useState } from "preact/hooks";
import { isRemote, nameOf } from "../account/account_words";
import { useKnown } from "../account/calls";
import { Trouble } from "../account/doing";
import { useSession } from "../account/session";
import { SignInForm } from "../account/sign_in_form";
import { signOut } from "../data/account";
import type { Account, Bot, RulesetInfo } from "../data/messages";
import { Heading, Loaded, Note, Section } from "../ui/parts";
import { useArena } from "../ui/resource";
import { NameForm, NewGameForm, Rematch } from "./new_game_form";
import { PlayGameView } from "./play_game";
import { usePlay } from "./use_play";
import "../style/play.css";

function PlayAs({
  account,
  self,
  bots,
  rulesets,
}: {
  account: Account;
  self: string;
  bots: readonly Bot[];
  rulesets: readonly RulesetInfo[];
}) {
  const { game, isThere, ended, trouble, send } = usePlay(self);
  const ruleset = rulesets.find((one) => one.id === game?.started.ruleset?.id);
  if (ended) {
    return (
      <div class="note bad" role="alert">
        <p>You play here no more: {ended}.</p>
        <p>
          <button type="button" onClick={() => location.reload()}>
            Come back
          </button>
        </p>
      </div>
    );
  }
  return (
    <>
      {!isThere && (
        <div class="loading" role="status">
          Connecting to the referee…
        </div>
      )}
      <Trouble text={trouble} />
      {game && ruleset && <PlayGameView key={game.started.game_id} game={game} ruleset={ruleset} send={send} />}
      {isThere && (!game || game.over) && (
        <Section title={game ? "Another game" : "A new game"}>
          {game && <Rematch key={game.started.game_id} game={game} self={self} />}
          <NewGameForm account={account} self={self} bots={bots} />
        </Section>
      )}
    </>
  );
}

function Player({ account, reload }: { account: Account; reload: () => void }) {
  const [made, setMade] = useState("");
  const resource = useKnown();
  return (
    <Loaded resource={resource} what="bots">
      {({ bots, rulesets }) => {
        const own = bots.filter((bot) => bot.owner === account.user && bot.state === "STATE_READY" && isRemote(bot));
        const self = made || (own[0] ? nameOf(own[0]) : "");
        return (
          <>
            <p class="play-who">
              {self ? `${account.user ?? ""}, playing as ${self}` : (account.user ?? "")}{" "}
              <button type="button" class="link" onClick={() => signOut().then(reload)}>
                Sign out
              </button>
            </p>
            {self ? (
              <PlayAs account={account} self={self} bots={bots} rulesets={rulesets} />
            ) : (
              <NameForm user={account.user ?? ""} onMade={setMade} />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function LivePlay() {
  const resource = useSession();
  return (
    <Loaded resource={resource} what="your account">
      {(account) =>
        account.user ? (
          <Player account={account} reload={resource.reload} />
        ) : (
          <>
            <p class="lead">Play against a bot, by the same referee, the same clocks and the same rules as bots do.</p>
            <SignInForm onSignedIn={resource.reload} />
          </>
        )
      }
    </Loaded>
  );
}

export function PlayPage() {
  const { source } = useArena();
  return (
    <>
      <Heading>Play</Heading>
      {source.isLive ? <LivePlay /> : <Note>These pages are files. To play takes a server.</Note>}
    </>
  );
}
