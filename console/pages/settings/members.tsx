import { type FormEvent, useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { useAction, useOperation, useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button, CopyButton } from "../../ui/button.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { formatDay } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Alert, Badge, Card } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { isLiveKey } from "./keys.tsx";
import { Section } from "./section.tsx";

const { members: words } = texts.settings;
type Member = OutputOf<"members.list">[number];
const ROLES = (["member", "owner"] as const).map((value) => ({ value, label: words.roles[value] }));

export function MembersSection() {
  const me = useAction("me", {});
  const members = useOperation("members.list", {});
  const keys = useOperation("keys.list", {});
  const changeRole = useOperationMutation("members.change_role", ["members.list"]);
  const makeLink = useOperationMutation("members.reset_link");
  const remove = useOperationMutation("account.remove_member", ["members.list", "keys.list"]);
  const [isInviting, setIsInviting] = useState(false);
  const [link, setLink] = useState<{ link: string; hint: string } | null>(null);
  const [removed, setRemoved] = useState<Member | null>(null);
  const isOwner = me.data?.member.role === "owner";
  const countKeys = ({ member_id }: Member) =>
    keys.data?.filter((key) => key.created_by === member_id && isLiveKey(key)).length ?? 0;
  const columns: Column<Member>[] = [
    {
      head: words.columns.name,
      cell: ({ member_id, name, email, has_joined, role }) => (
        <span className="wrap-anywhere flex min-w-36 flex-wrap items-center gap-x-2">
          <span className="font-medium">{name}</span>
          <span className="text-dim text-xs">{email}</span>
          <span className="text-dim text-xs md:hidden">{words.roles[role]}</span>
          {member_id === me.data?.member.id && <Badge tone="accent">{words.you}</Badge>}
          {!has_joined && <Badge>{words.invited}</Badge>}
        </span>
      ),
    },
    { head: words.columns.role, wideOnly: true, cell: ({ role }) => words.roles[role] },
    {
      head: words.columns.second,
      wideOnly: true,
      cell: ({ has_totp }) => (
        <Badge tone={has_totp ? "good" : "plain"}>{has_totp ? words.on : words.off}</Badge>
      ),
    },
    { head: words.columns.since, wideOnly: true, cell: ({ created_at }) => formatDay(created_at) },
    {
      head: texts.ui.actions,
      number: true,
      cell: (member) =>
        isOwner &&
        member.member_id !== me.data?.member.id && (
          <span className="flex flex-wrap justify-end gap-1 max-md:[&_button]:px-1.5 lg:flex-nowrap">
            <Button
              kind="bare"
              onClick={() =>
                changeRole.mutate({
                  member_id: member.member_id,
                  role: member.role === "owner" ? "member" : "owner",
                })
              }
            >
              {member.role === "owner" ? words.makeMember : words.makeOwner}
            </Button>
            <Button
              kind="bare"
              onClick={() =>
                makeLink.mutate(
                  { member_id: member.member_id },
                  { onSuccess: ({ link: made }) => setLink({ link: made ?? "", hint: words.resetHint }) },
                )
              }
            >
              {words.resetLink}
            </Button>
            <Button kind="bad" onClick={() => setRemoved(member)}>
              {words.remove}
            </Button>
          </span>
        ),
    },
  ];
  const problem = changeRole.error ?? makeLink.error;
  return (
    <Section
      about={words.about}
      actions={
        isOwner && (
          <Button kind="first" onClick={() => setIsInviting(true)}>
            {words.invite}
          </Button>
        )
      }
    >
      {problem && <Alert error={problem} />}
      <Card flush>
        <QueryView query={members} tall>
          {(rows) => (
            <Table
              caption={texts.settings.sections.members}
              columns={columns}
              rows={rows}
              rowKey={({ member_id }) => member_id}
            />
          )}
        </QueryView>
      </Card>
      {isInviting && (
        <Invite
          onCreated={(made) => setLink({ link: made, hint: words.linkHint })}
          onClose={() => setIsInviting(false)}
        />
      )}
      {link && (
        <Dialog title={words.linkTitle} onClose={() => setLink(null)}>
          <p className="text-dim">{link.hint}</p>
          <output className="my-4 block break-all rounded-lg bg-soft px-3 py-2.5 font-mono">
            {link.link}
          </output>
          <CopyButton text={link.link} />
        </Dialog>
      )}
      {removed && (
        <Confirm
          title={words.remove}
          text={words.removeText(removed.name, countKeys(removed))}
          action={words.remove}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() =>
            remove.mutate({ member_id: removed.member_id }, { onSuccess: () => setRemoved(null) })
          }
          onClose={() => setRemoved(null)}
        />
      )}
    </Section>
  );
}

function Invite({ onCreated, onClose }: { onCreated: (link: string) => void; onClose: () => void }) {
  const invite = useOperationMutation("members.invite", ["members.list"]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const role = form.get("role") === "owner" ? "owner" : "member";
    const input = { email: String(form.get("email")), name: String(form.get("name")), role } as const;
    const { link } = await invite.mutateAsync(input);
    onClose();
    onCreated(link ?? "");
  };
  return (
    <Dialog title={words.invite} onClose={onClose}>
      <form className="space-y-4" onSubmit={(event) => void submit(event).catch(() => {})}>
        <Field label={words.name} name="name" required maxLength={100} />
        <Field label={words.email} name="email" type="email" required />
        <Select label={words.role} name="role" choices={ROLES} />
        {invite.error && <Alert error={invite.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{texts.ui.cancel}</Button>
          <Button kind="first" type="submit" busy={invite.isPending}>
            {words.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
