// Everybody who may sign in. For hosts.
import { useState } from "preact/hooks";
import { call } from "../data/account";
import type { ListUsersResponse, User, User_Role } from "../data/messages";
import { roleName } from "./account_words";
import { Badge, Loaded, Section, Time } from "../ui/parts";
import type { PartProps } from "./part_props";
import { Action } from "./action";
import { useCall } from "./calls";
import { useSay } from "./doing";
import { Entries, Entry, Folded } from "./entries";
import { ActionForm, SelectField, TextField } from "./fields";
import { Invitations } from "./invitations";
import { Searched } from "./searched";
import { TokenForm } from "./tokens_part";

const ROLES: readonly (readonly [User_Role, string])[] = [
  ["ROLE_OWNER", "owner: has bots"],
  ["ROLE_HOST", "host: may do everything"],
  ["ROLE_WORKER", "worker: plays games on another machine"],
];

function UserForm({ onMade }: { onMade: () => void }) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<string>("ROLE_OWNER");
  const say = useSay();
  const create = async () => {
    await call<User>("CreateUser", { name: name.trim(), role });
    say(`${name.trim()} is a user now.`);
    setName("");
    onMade();
  };
  return (
    <ActionForm action="Add the user" onAction={create}>
      <TextField label="Name" value={name} onValue={setName} required maxLength={40} />
      <SelectField label="Role" value={role} onValue={setRole} options={ROLES} />
    </ActionForm>
  );
}

function UserEntry({ user, isSelf, reload }: { user: User; isSelf: boolean; reload: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const name = user.name ?? "";
  return (
    <Entry
      title={name}
      marks={
        <>
          <Badge kind="quiet">{roleName(user.role)}</Badge>
          {isSelf && <Badge kind="quiet">you</Badge>}
        </>
      }
      facts={[
        ["Added", <Time key="added" time={user.add_time} />],
        ["Came by", user.invitation_id && `invitation ${user.invitation_id} ${user.invitation_label ?? ""}`.trim()],
        ["Removed", user.remove_time && <Time key="removed" time={user.remove_time} />],
      ]}
      actions={
        !user.remove_time && (
          <>
            <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              New token<span class="sr-only"> for {name}</span>
            </button>
            <Action
              text="Remove"
              of={name}
              done={`${name} is removed.`}
              isDangerous
              question={`All tokens of ${name} and of the bots of ${name} would hold no more, and nobody else can have the name. The bots stay. Remove ${isSelf ? "yourself" : name}?`}
              run={() => call<User>("RemoveUser", { name }).then(reload)}
            />
          </>
        )
      }
    >
      {isOpen && <TokenForm user={name} />}
    </Entry>
  );
}

export function UsersPart({ user: self }: PartProps) {
  const resource = useCall<ListUsersResponse>("ListUsers");
  const list = (users: readonly User[]) => (
    <Entries label="Users" none="There is none.">
      {users.map((user) => (
        <UserEntry key={user.name} user={user} isSelf={user.name === self} reload={resource.reload} />
      ))}
    </Entries>
  );
  return (
    <>
      <Section title="A new user">
        <UserForm onMade={resource.reload} />
      </Section>
      <Invitations />
      <Section title="Users">
        <Loaded resource={resource} what="users">
          {({ users = [] }) => {
            const removed = users.filter((user) => user.remove_time);
            return (
              <>
                <Searched rows={users.filter((user) => !user.remove_time)} what="name" texts={({ name }) => [name]}>
                  {list}
                </Searched>
                {removed.length > 0 && <Folded title={`Removed (${removed.length})`}>{list(removed)}</Folded>}
              </>
            );
          }}
        </Loaded>
      </Section>
    </>
  );
}
