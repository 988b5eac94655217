import { Fragment } from "react";

/** A text of the service as people read it: what is between backticks is code, and the first letter is large. */
export function InlineCode({ text }: { text: string }) {
  const shown = text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return shown.split("`").map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
      <code key={index} className="text-xs">
        {part}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
