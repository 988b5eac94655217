import type { FormEvent } from "react";
import { encode } from "uqr";
import { useActionMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { showOnce } from "../../ui/shown-once.tsx";
import { Alert, Badge, Card } from "../../ui/surface.tsx";

const { security: words } = texts.settings;

export function OneTimeCodes({ isOn, codesLeft }: { isOn: boolean; codesLeft: number }) {
  const begin = useActionMutation("begin_totp");
  const confirm = useActionMutation("confirm_totp", ["me"]);
  const end = useActionMutation("end_totp", ["me"]);
  const renew = useActionMutation("renew_recovery_codes", ["me"]);
  const problem = begin.error ?? confirm.error ?? end.error ?? renew.error;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const code = String(new FormData(form).get("code")).trim();
    // While codes are enabled the form has two buttons; the submitter says which action is meant.
    const { submitter } = event.nativeEvent as SubmitEvent;
    const show = ({ recovery_codes }: { recovery_codes: string[] }) => {
      showOnce({ title: words.recovery, hint: words.recoveryHint, text: recovery_codes.join("\n") });
      begin.reset();
      form.reset();
    };
    if (!isOn) confirm.mutate({ code }, { onSuccess: show });
    else if ((submitter as HTMLButtonElement | null)?.value === "renew")
      renew.mutate({ code }, { onSuccess: show });
    else end.mutate({ code }, { onSuccess: () => form.reset() });
  };

  return (
    <Card
      title={words.totp}
      aside={<Badge tone={isOn ? "good" : "plain"}>{isOn ? words.totpOn : words.totpOff}</Badge>}
    >
      <p className="mb-4 text-dim">{isOn ? words.left(codesLeft) : words.totpAbout}</p>
      {!isOn && !begin.data && (
        <Button busy={begin.isPending} onClick={() => begin.mutate({})}>
          {words.begin}
        </Button>
      )}
      {!isOn && begin.data && <Secret secret={begin.data.secret} uri={begin.data.uri} />}
      {(isOn || begin.data) && (
        <form className="mt-4 space-y-3" onSubmit={submit}>
          <Field
            label={words.code}
            name="code"
            autoComplete="one-time-code"
            required
            hint={isOn ? words.endHint : undefined}
          />
          <div className="flex gap-2">
            {isOn && (
              <Button type="submit" value="renew" busy={renew.isPending}>
                {words.renew}
              </Button>
            )}
            <Button type="submit" kind={isOn ? "bad" : "first"} busy={confirm.isPending || end.isPending}>
              {isOn ? words.end : words.confirm}
            </Button>
          </div>
        </form>
      )}
      {problem && (
        <div className="mt-3">
          <Alert error={problem} />
        </div>
      )}
    </Card>
  );
}

function Secret({ secret, uri }: { secret: string; uri: string }) {
  const { data, size } = encode(uri, { border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <div className="space-y-3">
      <p className="text-dim">{words.scan}</p>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        className="size-44 rounded-lg bg-white"
        role="img"
        aria-label={words.scan}
      >
        <path d={path} fill="#000" />
      </svg>
      <p>
        <span className="font-medium">{words.secret}</span>
        <code className="ml-2 break-all text-xs">{secret}</code>
      </p>
    </div>
  );
}
