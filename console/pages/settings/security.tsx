import type { FormEvent } from "react";
import { useAction, useActionMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Field } from "../../ui/field.tsx";
import { Alert, Card, Notice } from "../../ui/surface.tsx";
import { OneTimeCodes } from "./one-time-codes.tsx";
import { Passkeys } from "./passkeys.tsx";

const { security: words } = texts.settings;

export function SecuritySection() {
  const me = useAction("me", {});
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <div className="space-y-4">
        <OneTimeCodes
          isOn={me.data?.member.has_totp ?? false}
          codesLeft={me.data?.recovery_codes_left ?? 0}
        />
        <Passkeys />
      </div>
      <PasswordCard />
    </div>
  );
}

function PasswordCard() {
  const change = useActionMutation("change_password", ["sessions.list", "clients.list"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const input = {
      current_password: String(given.get("current")),
      new_password: String(given.get("next")),
      disconnect_applications: given.get("disconnect") !== null,
    };
    change.mutate(input, { onSuccess: () => form.reset() });
  };
  return (
    <Card title={words.password}>
      <form className="space-y-4" onSubmit={submit}>
        <Field
          label={words.current}
          name="current"
          type="password"
          autoComplete="current-password"
          required
        />
        <Field
          label={words.next}
          name="next"
          type="password"
          autoComplete="new-password"
          minLength={10}
          required
          hint={words.nextHint}
        />
        <Checkbox label={words.disconnect} hint={words.disconnectHint} name="disconnect" defaultChecked />
        {change.error && <Alert error={change.error} />}
        {change.isSuccess && <Notice tone="good">{words.changed}</Notice>}
        <Button type="submit" busy={change.isPending}>
          {words.change}
        </Button>
      </form>
    </Card>
  );
}
