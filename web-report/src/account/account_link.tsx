// The link in the header to the page of whoever is signed in.
import { useArena } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { useSession } from "./session";

export function AccountLink({ isCurrent }: { isCurrent: boolean }) {
  const { source } = useArena();
  const { data } = useSession(source.isLive);
  if (!source.isLive) return null;
  return (
    <a class="account-link" href={hrefOf(["account"])} {...(isCurrent ? { "aria-current": "page" as const } : {})}>
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
