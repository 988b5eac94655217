import { type ReactNode, useState } from "react";
import { texts } from "../../texts/index.ts";
import { classNames } from "../../ui/class-names.ts";
import { Link } from "../../ui/router.tsx";
import { printValue } from "./claim-list.tsx";
import { type Claim, linkNumbers, type Piece, printChange, type RecordClaim } from "./link-numbers.ts";

const { reports: words } = texts;

interface Answer {
  answer: string;
  spans: Parameters<typeof linkNumbers>[1]["spans"];
  claims: readonly Claim[];
  record_claims?: readonly RecordClaim[];
}

const NUMBER =
  "-mx-0.5 rounded-sm px-0.5 font-medium text-accent-strong underline underline-offset-2 hover:bg-accent-soft";

/**
 * An answer whose numbers are links: one that was read opens its page, one of the service's records the page of its
 * company, and one that was computed its formula.
 */
export function AnswerText(props: {
  reply: Answer;
  current?: string | null;
  onClaim: (claim: Claim) => void;
  /** The page that shows the records of the answer. */
  records?: { to: string; title: string } | undefined;
}) {
  const { reply, current, onClaim, records } = props;
  const [opened, setOpened] = useState<Piece | null>(null);
  const pieces = linkNumbers(reply.answer, reply);
  const computed = (piece: Piece) => (
    <button
      key={piece.at}
      type="button"
      title={words.computed}
      aria-expanded={opened?.at === piece.at}
      onClick={() => setOpened(opened?.at === piece.at ? null : piece)}
      className={classNames(NUMBER, "decoration-dotted", opened?.at === piece.at && "bg-accent-soft")}
    >
      {piece.text}
    </button>
  );
  return (
    <>
      <p className="mt-2 whitespace-pre-line text-base leading-relaxed">
        {pieces.map((piece) => {
          const { text, claim, record, at } = piece;
          if (claim && claim.page !== null)
            return (
              <button
                key={at}
                type="button"
                title={words.onPage(String(claim.page))}
                onClick={() => onClaim(claim)}
                className={classNames(NUMBER, claim.claim_id === current && "bg-accent-soft")}
              >
                {text}
              </button>
            );
          if (claim || (record && printChange(record, reply.record_claims ?? []))) return computed(piece);
          if (!record || !records) return text;
          return (
            <Link key={at} to={records.to} title={records.title} className={NUMBER}>
              {text}
            </Link>
          );
        })}
      </p>
      {opened && <Formula piece={opened} reply={reply} onClaim={onClaim} />}
    </>
  );
}

/** What a number was computed from. */
function Formula(props: { piece: Piece; reply: Answer; onClaim: (claim: Claim) => void }) {
  const { piece, reply, onClaim } = props;
  const { claim, record } = piece;
  if (!claim) {
    const expression = record && printChange(record, reply.record_claims ?? []);
    return expression === null ? null : <Expression text={expression} />;
  }
  const parts = reply.claims.filter(({ claim_id }) => claim.computed_from.includes(claim_id));
  return (
    <Expression text={claim.expression ?? claim.label}>
      <ul className="mt-1 space-y-1">
        {parts.map((part) => (
          <li key={part.claim_id} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {part.label}
              {part.period && <span className="text-dim"> · {part.period}</span>}
            </span>
            <span className="tabular-nums">
              {printValue(part)}{" "}
              {part.page !== null && (
                <button type="button" className={NUMBER} onClick={() => onClaim(part)}>
                  {words.onPage(String(part.page))}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Expression>
  );
}

function Expression({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="mt-2 rounded-lg bg-soft px-3.5 py-2.5">
      <p className="font-medium">{words.computedAs(text)}</p>
      {children}
    </div>
  );
}
