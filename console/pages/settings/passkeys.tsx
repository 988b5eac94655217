import { type FormEvent, useState } from "react";
import { type ActionInput, act } from "../../api/actions.ts";
import { useAction, useActionMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { formatSince } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Alert, Card, Notice } from "../../ui/surface.tsx";

const { security: words } = texts.settings;
/** A passkey belongs to a host name; an IP address has none. */
const HAS_NAME = !/^[\d.]+$|:/.test(location.hostname);

/** Asks the browser to create a passkey; null when the user cancelled. */
async function createPasskey(): Promise<ActionInput<"add_passkey">["response"] | null> {
  // The service sends these options in the standard's JSON form.
  const options = (await act("passkey_options", {})) as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  try {
    const made = await navigator.credentials.create({ publicKey });
    // Also the standard's JSON form; the service validates it with its own schema.
    return (made as PublicKeyCredential).toJSON() as unknown as ActionInput<"add_passkey">["response"];
  } catch {
    return null;
  }
}

export function Passkeys() {
  const passkeys = useAction("list_passkeys", {});
  const add = useActionMutation("add_passkey", ["list_passkeys"]);
  const remove = useActionMutation("delete_passkey", ["list_passkeys"]);
  const [problem, setProblem] = useState<Error | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get("name"));
    setProblem(null);
    try {
      const response = await createPasskey();
      if (response === null) throw new Error(words.cancelled);
      await add.mutateAsync({ name, response });
      form.reset();
    } catch (error) {
      setProblem(error as Error);
    }
  };

  return (
    <Card title={words.passkeys}>
      <p className="mb-4 text-dim">{words.passkeysAbout}</p>
      <QueryView
        query={passkeys}
        rows={1}
        isEmpty={(rows) => rows.length === 0}
        empty={<p className="text-dim">{words.noPasskeys}</p>}
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map(({ id, name, last_used_at }) => (
              <li key={id} className="flex items-center justify-between gap-3 py-2">
                <span>
                  {name}
                  <span className="block text-dim text-xs">
                    {last_used_at === null ? words.neverUsed : words.lastUsed(formatSince(last_used_at))}
                  </span>
                </span>
                <Button
                  kind="bad"
                  onClick={() => remove.mutate({ passkey_id: id })}
                  aria-label={`${words.remove} ${name}`}
                >
                  {words.remove}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {HAS_NAME ? (
        <form className="mt-4 flex flex-wrap items-end gap-2" onSubmit={(event) => void submit(event)}>
          <Field label={words.passkeyName} name="name" required maxLength={100} className="min-w-48 grow" />
          <Button type="submit">{words.add}</Button>
        </form>
      ) : (
        <Notice>{words.noName}</Notice>
      )}
      {problem && (
        <div className="mt-3">
          <Alert error={problem} />
        </div>
      )}
    </Card>
  );
}
