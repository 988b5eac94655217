import { useState } from "react";
import { texts } from "../../texts/index.ts";
import { classNames } from "../../ui/class-names.ts";
import { printValue } from "./claim-list.tsx";
import { type Claim, linkNumbers } from "./link-numbers.ts";

const { reports: words } = texts;

interface Answer {
  answer: string;
  spans: Parameters<typeof linkNumbers>[1]["spans"];
  claims: readonly Claim[];
}

const NUMBER =
  "-mx-0.5 rounded-sm px-0.5 font-medium text-accent-strong underline underline-offset-2 hover:bg-accent-soft";

/** An answer whose numbers are links: one that was read opens its page, one that was computed its formula. */
export function AnswerText(props: {
  reply: Answer;
  current?: string | null;
  onClaim: (claim: Claim) => void;
}) {
  const { reply, current, onClaim } = props;
  const [formulaOf, setFormulaOf] = useState<Claim | null>(null);
  return (
    <>
      <p className="mt-2 whitespace-pre-line text-base leading-relaxed">
        {linkNumbers(reply.answer, reply).map(({ text, claim, at }) => {
          if (!claim) return text;
          if (claim.page !== null)
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
          return (
            <button
              key={at}
              type="button"
              title={words.computed}
              aria-expanded={formulaOf === claim}
              onClick={() => setFormulaOf(formulaOf === claim ? null : claim)}
              className={classNames(NUMBER, "decoration-dotted", formulaOf === claim && "bg-accent-soft")}
            >
              {text}
            </button>
          );
        })}
      </p>
      {formulaOf && <Formula claim={formulaOf} claims={reply.claims} onClaim={onClaim} />}
    </>
  );
}

/** What a number was computed from. */
function Formula(props: { claim: Claim; claims: readonly Claim[]; onClaim: (claim: Claim) => void }) {
  const { claim, claims, onClaim } = props;
  const parts = claims.filter(({ claim_id }) => claim.computed_from.includes(claim_id));
  return (
    <div className="mt-2 rounded-lg bg-soft px-3.5 py-2.5">
      <p className="font-medium">{words.computedAs(claim.expression ?? claim.label)}</p>
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
    </div>
  );
}
