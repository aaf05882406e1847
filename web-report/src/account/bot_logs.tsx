// What a bot has printed: when it was built and checked, or in a game.
import { useState } from "preact/hooks";
import { call } from "../data/account";
import type { Bot, GetBotLogRequest, GetBotLogResponse } from "../data/messages";
import { Loaded, Note } from "../ui/parts";
import { nameOf } from "./account_words";
import { useCall } from "./calls";
import { ActionForm, TextField } from "./fields";

function LogText({ of, text }: { of: string; text: string }) {
  return text ? (
    <pre class="command log" tabIndex={0} role="region" aria-label={of}>
      {text}
    </pre>
  ) : (
    <Note>{of}: nothing was printed.</Note>
  );
}

// Of building and checking a bot that was submitted.
export function BuildLog({ name }: { name: string }) {
  const resource = useCall<GetBotLogResponse>("GetBotLog", { name });
  return (
    <Loaded resource={resource} what="the log">
      {(log) => <LogText of={`Build and check of ${name}`} text={log.text ?? ""} />}
    </Loaded>
  );
}

function GameLog({ name }: { name: string }) {
  const [game, setGame] = useState("");
  const [log, setLog] = useState<{ game: string; text: string }>();
  const ask = async () => {
    setLog(undefined);
    const request: GetBotLogRequest = { name, game_id: game.trim() };
    const answer = await call<GetBotLogResponse>("GetBotLog", request);
    setLog({ game: game.trim(), text: answer.text ?? "" });
  };
  return (
    <>
      <ActionForm action="Show its log" onAction={ask}>
        <TextField
          label="A game, as its page names it"
          placeholder="12-3"
          required
          pattern="[0-9]+-[0-9]+"
          value={game}
          onValue={setGame}
        />
      </ActionForm>
      {log && <LogText of={`${name} in game ${log.game}`} text={log.text} />}
    </>
  );
}

export function BotLogs({ bot }: { bot: Bot }) {
  const name = nameOf(bot);
  return (
    <div class="entry-more">
      {bot.is_submitted && <BuildLog name={name} />}
      <GameLog name={name} />
    </div>
  );
}
