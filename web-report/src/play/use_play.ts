// The games of somebody who plays: what the referee says, and what is answered.
import { useEffect, useReducer, useState } from "preact/hooks";
import { play, watchPlay } from "../data/account";
import type { PlayRequest } from "../data/messages";
import { shownAfter, type PlayGame } from "./play_state";

interface PlayHook {
  game: PlayGame | null;
  // Whether the referee can be heard.
  isThere: boolean;
  // Why the bot plays here no more; empty while it does.
  ended: string;
  // Why the last answer did not reach the referee; empty where it did.
  trouble: string;
  send: (request: PlayRequest) => void;
}

// The games of a bot that plays here.
export function usePlay(bot: string): PlayHook {
  const [{ game }, tell] = useReducer(shownAfter, { game: null, before: null });
  const [isThere, setThere] = useState(false);
  const [ended, setEnded] = useState("");
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    setEnded("");
    return watchPlay(bot, {
      onOpen: () => setThere(true),
      onMessage: (message) => tell({ message }),
      onBroken: () => setThere(false),
      onEnd: (why) => {
        setThere(false);
        setEnded(why || "the arena cannot be reached");
      },
    });
  }, [bot]);
  const send = (request: PlayRequest) => {
    setTrouble("");
    if (request.act) tell({ is: "answered" });
    play(bot, request).catch((error: Error) => {
      setTrouble(error.message);
      if (request.act) tell({ is: "not sent" });
    });
  };
  return { game, isThere, ended, trouble, send };
}
