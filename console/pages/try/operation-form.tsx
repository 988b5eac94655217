import { type FormEvent, useState } from "react";
import { type Answer, request, send } from "../../api/request.ts";
import type { Operation, Schema } from "../../api/service-document.ts";
import { texts } from "../../texts/index.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-tabs.tsx";
import { formatWhole } from "../../ui/format.ts";
import { InlineCode } from "../../ui/inline-code.tsx";
import { Link } from "../../ui/router.tsx";
import { Alert, Badge, Card, Skeleton } from "../../ui/surface.tsx";
import { InputField } from "./input-field.tsx";
import { printPrice } from "./print-price.ts";
import {
  type FieldKind,
  type FormValues,
  kindOf,
  readInput,
  resolveSchema,
  toFormValues,
} from "./read-input.ts";

const { tryIt: words } = texts;
const SHOWN_LENGTH_MAX = 40_000;
/** A call that is tried out costs what it costs a program, unlike what pages read. */
const TRIED_OUT = { "x-florin-console": "try" };

export function OperationForm({
  operation,
  schemas,
}: {
  operation: Operation;
  schemas: Record<string, Schema>;
}) {
  const fields = Object.entries(operation.input.properties ?? {}).map(([name, raw]) => {
    const schema = resolveSchema(raw, schemas);
    return { name, schema, kind: kindOf(name, schema, schemas) };
  });
  const [given, setGiven] = useState<FormValues>({});
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const kinds = Object.fromEntries(fields.map(({ name, kind }) => [name, kind]));

  const run = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(null);
    setAnswer(null);
    try {
      setAnswer(await runOperation(operation, given, kinds));
    } catch (error) {
      setProblem(error as Error);
    }
    setIsBusy(false);
  };

  return (
    <div className="min-w-0 space-y-4">
      <Card>
        <Link to="/try" className={`${buttonClass("bare")} -ml-3 lg:hidden`}>
          {words.all}
        </Link>
        <h2 className="font-semibold text-lg">{operation.summary}</h2>
        <p className="mt-1 text-dim">
          <InlineCode text={operation.description} />
        </p>
        <p className="mt-3 flex flex-wrap items-center gap-2">
          <Badge tone="accent">{operation.method}</Badge>
          <code className="break-all text-xs">{operation.path}</code>
          <Badge>{operation.scope}</Badge>
        </p>
        <form className="mt-5 space-y-4" onSubmit={(event) => void run(event)}>
          {operation.examples.length > 0 && (
            <p className="flex flex-wrap gap-2">
              {operation.examples.map(({ title, value }) => (
                <Button key={title} onClick={() => setGiven(toFormValues(value))}>
                  {words.example}: {title}
                </Button>
              ))}
            </p>
          )}
          {fields.length === 0 && <p className="text-dim">{words.noInput}</p>}
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            {fields.map(({ name, schema, kind }) => (
              <InputField
                key={name}
                name={name}
                schema={schema}
                kind={kind}
                required={operation.input.required?.includes(name) ?? false}
                value={given[name] ?? ""}
                onChange={(value) => setGiven({ ...given, [name]: value })}
              />
            ))}
          </div>
          <div className="flex flex-wrap items-center gap-3 border-line border-t pt-4">
            <Button kind="first" type="submit" busy={isBusy}>
              {words.run}
            </Button>
            <p className="text-dim">
              {words.before}: <span className="font-medium text-ink">{printPrice(operation.price)}</span>
            </p>
          </div>
        </form>
      </Card>
      <div aria-live="polite">
        {isBusy && <Skeleton rows={4} />}
        {problem && <Alert error={problem} />}
        {answer && <Result answer={answer} />}
      </div>
    </div>
  );
}

async function runOperation(
  { method, path, multipart }: Operation,
  given: FormValues,
  kinds: Record<string, FieldKind>,
): Promise<Answer> {
  const input = readInput(given, kinds);
  if (!multipart) return request(method, path, input, { headers: TRIED_OUT });
  const form = new FormData();
  for (const [name, value] of Object.entries(input))
    form.append(name, value instanceof File ? value : String(value));
  return send(path, { method, body: form, headers: TRIED_OUT });
}

function Result({ answer }: { answer: Answer }) {
  const text = JSON.stringify(answer.data, null, 2) ?? "";
  const isLong = text.length > SHOWN_LENGTH_MAX;
  return (
    <Card
      title={words.result}
      aside={
        <span className="flex gap-2">
          <Badge tone="good">{answer.status}</Badge>
          <Badge>{words.cost(printPrice(answer.credits))}</Badge>
          <Badge>{words.took(formatWhole(answer.milliseconds))}</Badge>
        </span>
      }
    >
      <CodeBlock label={words.result} text={isLong ? `${text.slice(0, SHOWN_LENGTH_MAX)} …` : text} />
      {isLong && <p className="mt-2 text-dim text-xs">{words.shortened(formatWhole(text.length))}</p>}
    </Card>
  );
}
