// What the account's pages ask the server for.
import { useEffect } from "preact/hooks";
import { call } from "../data/account";
import { useResource, type Resource } from "../ui/resource";

const PAUSE_MS = 2500;

// Asks again and again while `changes` says that the answer is about something that goes on, and somebody looks.
export function useCall<Response>(
  method: string,
  request: object = {},
  changes: (response: Response) => boolean = () => false,
): Resource<Response> {
  const resource = useResource(method + JSON.stringify(request), () => call<Response>(method, request));
  const { data, reload } = resource;
  const isChanging = data !== undefined && changes(data);
  useEffect(() => {
    if (!isChanging) return undefined;
    const timer = setInterval(() => document.hidden || reload(), PAUSE_MS);
    return () => clearInterval(timer);
  }, [isChanging, reload]);
  return resource;
}
