import { useState } from "react";
import { call } from "../api/call.ts";
import { Alert, Button, Card, Field } from "../ui/parts.tsx";

/** The key is tried before it is taken, so that a mistyped one is seen here and not on the next page. */
export function SignInPage({ onKey }: { onKey: (key: string) => void }) {
  const [key, setKey] = useState("");
  const [trouble, setTrouble] = useState<string | null>(null);

  async function enter() {
    try {
      await call("account.balance", key.trim(), {});
      onKey(key.trim());
    } catch (error) {
      setTrouble((error as Error).message);
    }
  }

  return (
    <main className="mx-auto max-w-md px-4 py-24">
      <h1 className="mb-6 text-2xl font-semibold">Florin console</h1>
      <Card title="Enter with an API key">
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            void enter();
          }}
        >
          <Field
            label="API key"
            type="password"
            autoComplete="off"
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
          {trouble && <Alert text={trouble} />}
          <Button type="submit" disabled={key.trim() === ""}>
            Open
          </Button>
          <p className="text-xs text-stone-500 dark:text-stone-400">
            The key stays in this tab and is gone when you close it. The service printed one at its first
            start.
          </p>
        </form>
      </Card>
    </main>
  );
}
