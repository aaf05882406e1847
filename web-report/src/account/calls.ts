// What the account's pages ask the server for.
import { useEffect } from "preact/hooks";
import { call } from "../data/account";
import type { Bot, ListBotsResponse, RulesetInfo } from "../data/messages";
import { useArena, useResource, type Resource } from "../ui/resource";

// Asks again every `pause` milliseconds while `changes` says that the answer is about something that goes on, and somebody looks.
export function useCall<Response>(
  method: string,
  request: object = {},
  changes: (response: Response) => boolean = () => false,
  pause = 2500,
): Resource<Response> {
  const resource = useResource(method + JSON.stringify(request), () => call<Response>(method, request));
  const { data, reload } = resource;
  const isChanging = data !== undefined && changes(data);
  useEffect(() => {
    if (!isChanging) return undefined;
    const timer = setInterval(() => document.hidden || reload(), pause);
    return () => clearInterval(timer);
  }, [isChanging, pause, reload]);
  return resource;
}

export interface Known {
  bots: readonly Bot[];
  rulesets: readonly RulesetInfo[];
}

// The arena's bots, and what may be played.
export function useKnown(): Resource<Known> {
  const { source } = useArena();
  return useResource("bots and rulesets", async () => {
    const [list, known] = await Promise.all([call<ListBotsResponse>("ListBots", {}), source.rulesets()]);
    return { bots: list.bots ?? [], rulesets: known.rulesets ?? [] };
  });
}
