import type { Schema } from "../../api/service-document.ts";
import { texts } from "../../texts/index.ts";
import { Checkbox, Field, Select, TextArea } from "../../ui/field.tsx";
import type { FieldKind } from "./read-input.ts";

const { tryIt: words } = texts;

interface InputProps {
  name: string;
  schema: Schema;
  kind: FieldKind;
  required: boolean;
  value: string | boolean | File;
  onChange: (value: string | boolean | File) => void;
}

/** The right control for one input value of an operation. */
export function InputField({ name, schema, kind, required, value, onChange }: InputProps) {
  const label = required ? name : `${name} (${words.optional})`;
  const { description, default: initial } = schema;
  const shown = typeof initial === "string" ? initial : JSON.stringify(initial);
  const notes = [description, initial === undefined ? null : words.initial(shown)];
  const hint = notes.filter(Boolean).join(". ");
  const text = typeof value === "string" ? value : "";
  const type = (event: { target: { value: string } }) => onChange(event.target.value);
  switch (kind) {
    case "choice":
      return (
        <Select
          label={label}
          hint={hint}
          required={required}
          choices={["", ...(schema.enum ?? [])].map((one) => ({ value: String(one), label: String(one) }))}
          value={text}
          onChange={type}
        />
      );
    case "yes-no":
      return (
        <Checkbox
          label={label}
          hint={hint}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case "file":
      return (
        <Field
          label={label}
          hint={hint}
          type="file"
          required={required}
          onChange={(event) => onChange(event.target.files?.[0] ?? "")}
        />
      );
    case "list":
    case "json":
      return (
        <TextArea
          label={label}
          hint={`${kind === "list" ? words.list : words.json}. ${hint}`}
          required={required}
          value={text}
          onChange={type}
        />
      );
    case "number":
    case "date":
    case "text":
      return (
        <Field
          label={label}
          hint={hint}
          type={kind}
          step={schema.type === "integer" ? 1 : "any"}
          required={required}
          value={text}
          onChange={type}
        />
      );
  }
}
