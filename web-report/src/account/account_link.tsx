// The link in the header to the page of whoever is signed in.
import { useArena } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { markOf } from "../ui/tabs";
import { useSession } from "./session";

export function AccountLink({ isCurrent }: { isCurrent: boolean }) {
  const { source } = useArena();
  const { data } = useSession(source.isLive);
  if (!source.isLive) return null;
  return (
    <a class="account-link" href={hrefOf(["account"])} {...markOf(isCurrent)}>
      {data?.user ? (
        <>
          <span class="sr-only">Your account: </span>
          {data.user}
        </>
      ) : (
        "Sign in"
      )}
    </a>
  );
}
