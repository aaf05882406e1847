// What the account's pages ask the server for.
import { useEffect } from "preact/hooks";
import { call } from "../data/account";
import { useResource, type Resource } from "../ui/resource";

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
