import type { PassageReading, ReadToken } from "../reader.ts";
import type { LoadedModel } from "./load-model.ts";
import { placeTokens } from "./token-places.ts";

/** As in training. */
const QUESTION_TOKENS_MAX = 62;
const PAIR_TOKENS_MAX = 384;
const START = 101;
const END = 102;
/** What the model gives of each token; the last three count for the first token alone. */
const OUTPUTS = 5;
const [ANSWER, STATEMENT, ANSWERS, YES, NO] = [0, 1, 2, 3, 4];

interface ReadingInput {
  question: string;
  passage: string;
}

export async function readPassage(
  { tokenizer, run }: LoadedModel,
  { question, passage }: ReadingInput,
): Promise<PassageReading> {
  const asked = tokenizer.encode(question, { add_special_tokens: false }).ids.slice(0, QUESTION_TOKENS_MAX);
  const { ids, tokens } = tokenizer.encode(passage, { add_special_tokens: false });
  const count = Math.min(ids.length, PAIR_TOKENS_MAX - asked.length - 3);
  const pair = [START, ...asked, END, ...ids.slice(0, count), END];
  const first = asked.length + 2;
  const types = pair.map((_, at) => (at < first ? 0 : 1));
  const scores = await run(pair, types);
  const of = (token: number, output: number) => scores[token * OUTPUTS + output] ?? 0;
  const answer = shares(first, count, (token) => of(token, ANSWER));
  const statement = shares(first, count, (token) => of(token, STATEMENT));
  const places = placeTokens(passage, tokens.slice(0, count));
  return {
    answers: logistic(of(0, ANSWERS)),
    yes: logistic(of(0, YES) - of(0, NO)),
    tokens: places.map(
      ({ start, end }, at): ReadToken => ({
        start,
        end,
        answer: answer[at] ?? 0,
        statement: statement[at] ?? 0,
      }),
    ),
  };
}

/** What each token of the passage has of the likelihood; the first token of the pair is for "not here". */
function shares(first: number, count: number, scoreOf: (token: number) => number): number[] {
  const scores = [scoreOf(0), ...Array.from({ length: count }, (_, at) => scoreOf(first + at))];
  const highest = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.slice(1).map((weight) => weight / total);
}

function logistic(score: number): number {
  return 1 / (1 + Math.exp(-score));
}
