import { Heading, Loaded } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { TournamentTable } from "./tournament_table";

export function TournamentsPage({ query }: { query: URLSearchParams }) {
  const { source } = useArena();
  const token = query.get("token") ?? "";
  const list = useResource(token, () => source.tournaments(token));
  return (
    <>
      <Heading>Tournaments</Heading>
      <Loaded resource={list} what="tournaments">
        {(data) => (
          <>
            <TournamentTable tournaments={data.tournaments ?? []} query={query} />
            <nav class="pager" aria-label="Older tournaments">
              {token && (
                <a class="button" href={hrefOf(["tournaments"])}>
                  Newest
                </a>
              )}
              {data.next_page_token && (
                <a class="button" href={hrefOf(["tournaments"], { token: data.next_page_token })}>
                  Older
                </a>
              )}
            </nav>
          </>
        )}
      </Loaded>
    </>
  );
}
