import { Heading, Loaded } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { hrefOf, setQuery } from "../ui/route";
import { Pager } from "../ui/table";
import { pageOf } from "../ui/table_rows";
import { TournamentTable } from "./tournament_table";

const PAGE_SIZE = 50;

export function TournamentsPage({ query }: { query: URLSearchParams }) {
  const { source } = useArena();
  const token = query.get("token") ?? "";
  const list = useResource(token, () => source.tournaments(token));
  return (
    <>
      <Heading>Tournaments</Heading>
      <Loaded resource={list} what="tournaments">
        {(data) => {
          const shown = pageOf(data.tournaments ?? [], Number(query.get("page") ?? 1), PAGE_SIZE);
          return (
            <>
              <TournamentTable tournaments={shown.rows} />
              <Pager page={shown.page} pages={shown.pages} onPage={(page) => setQuery({ page: String(page) })} />
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
          );
        }}
      </Loaded>
    </>
  );
}
