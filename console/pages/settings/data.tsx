import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../api/operations.ts";
import { leaveAllTabs } from "../../api/request.ts";
import { useAction, useOperation, useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { saveFile } from "../../ui/download.ts";
import { Field } from "../../ui/field.tsx";
import { formatWhole } from "../../ui/format.ts";
import { Alert, Card } from "../../ui/surface.tsx";
import { Section } from "./section.tsx";

const { data: words } = texts.settings;
/** Fixed by the service. */
const FILE_DAYS = 8;

/** What is stored about the person and the account: to take along, to know how long it is kept, or to erase. */
export function DataSection() {
  const me = useAction("me", {});
  const [isErasing, setIsErasing] = useState(false);
  const member = me.data?.member;
  const isOwner = member?.role === "owner";
  return (
    <Section about={words.about}>
      <Part title={words.person} text={words.personText}>
        <ExportButton id="account.export_person" file="my-data.json" label={words.personAction} />
      </Part>
      <Part title={words.account} text={isOwner ? words.accountText : words.ownerOnly}>
        {isOwner && <ExportButton id="account.export" file="account-data.json" label={words.accountAction} />}
      </Part>
      <Retention />
      {isOwner && (
        <Part title={words.erase} text={words.eraseText}>
          <Button kind="bad" onClick={() => setIsErasing(true)}>
            {words.erase}
          </Button>
        </Part>
      )}
      {member && isErasing && (
        <EraseAccount
          name={member.account_name}
          accountId={member.account_id}
          onClose={() => setIsErasing(false)}
        />
      )}
    </Section>
  );
}

function Part({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <Card title={title}>
      <p className="max-w-3xl text-dim">{text}</p>
      {children && <div className="mt-3">{children}</div>}
    </Card>
  );
}

function ExportButton(props: {
  id: "account.export_person" | "account.export";
  file: string;
  label: string;
}) {
  const { id, file, label } = props;
  const exported = useMutation({
    mutationFn: async () => saveFile(file, "application/json", JSON.stringify(await call(id, {}), null, 2)),
  });
  return (
    <>
      <Button busy={exported.isPending} onClick={() => exported.mutate()}>
        <Download size={15} aria-hidden />
        {label}
      </Button>
      {exported.error && <Alert error={exported.error} />}
    </>
  );
}

function Retention() {
  const { data, error } = useOperation("account.retention", {});
  const keep = (days: number | null | undefined) => {
    if (days === undefined) return "…";
    return days === null ? words.forever : words.days(formatWhole(days));
  };
  const rows = [
    [words.audit, keep(data?.audit_days)],
    [words.news, keep(data?.news_days)],
    [words.answers, words.hours],
    [words.files, keep(FILE_DAYS)],
    [words.ledger, words.forever],
  ];
  return (
    <Card title={words.retention}>
      {error && <Alert error={error} />}
      <table className="w-full max-w-xl">
        <thead className="border-line border-b text-left text-dim text-xs">
          <tr className="h-9">
            <th scope="col" className="font-medium">
              {words.what}
            </th>
            <th scope="col" className="font-medium">
              {words.kept}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(([what, kept]) => (
            <tr key={what} className="h-9">
              <td>{what}</td>
              <td className="tabular-nums">{kept}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-dim text-xs">{words.retentionHint}</p>
    </Card>
  );
}

function EraseAccount(props: { name: string; accountId: string; onClose: () => void }) {
  const { name, accountId, onClose } = props;
  const [typed, setTyped] = useState("");
  const erase = useOperationMutation("account.erase");
  const isConfirmed = typed.trim() === name;
  return (
    <Dialog title={words.erase} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed) erase.mutate({ account_id: accountId }, { onSuccess: () => leaveAllTabs() });
        }}
      >
        <p className="mb-3 text-dim">{words.eraseText}</p>
        <Field
          label={words.confirm(name)}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        {erase.error && <Alert error={erase.error} />}
        <div className="mt-5 flex justify-end gap-2">
          <Button onClick={onClose}>{texts.ui.cancel}</Button>
          <Button kind="bad" type="submit" disabled={!isConfirmed} busy={erase.isPending}>
            {words.erase}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
