// Who is signed in, for components.
import { useCallback, useEffect, useState } from "preact/hooks";
import { knownAccount, signedIn, watchAccount } from "../data/account";
import type { Account } from "../data/messages";
import type { Resource } from "../ui/resource";

// `isAsked` is false where there is no server that could be asked.
export function useSession(isAsked = true): Resource<Account> {
  const [data, setData] = useState(knownAccount);
  const [error, setError] = useState<Error>();
  useEffect(() => watchAccount(() => setData(knownAccount())), []);
  const reload = useCallback(() => {
    signedIn().then((account) => {
      setData(account);
      setError(undefined);
    }, setError);
  }, []);
  useEffect(() => {
    if (isAsked) reload();
  }, [isAsked]);
  return { data, error, reload };
}
