/** Which words a passage must have: the meaning of a tsquery without the places of its words. */
export type WordCondition =
  | { kind: "word"; lexeme: string }
  | { kind: "all" | "any"; of: readonly WordCondition[] }
  | { kind: "not"; of: WordCondition };

export interface ReadWords {
  condition: WordCondition;
  /** False when the places of words matter as well: then the condition holds for every match and for others. */
  isExact: boolean;
}

const TOKEN = /'(?<lexeme>[^']+)'|(?<operator>[()&|!]|<(?:-|\d+)>)/g;
const ALWAYS: WordCondition = { kind: "all", of: [] };

/** Reads what `readQuery` writes. */
export function readWords(query: string): ReadWords {
  const tokens = [...query.matchAll(TOKEN)].map(({ groups = {} }) => groups);
  let at = 0;
  const takeIf = (isWanted: (operator: string) => boolean) => {
    const operator = tokens[at]?.["operator"];
    if (operator === undefined || !isWanted(operator)) return false;
    at++;
    return true;
  };

  function readAny(): ReadWords {
    const parts = [readAll()];
    while (takeIf((operator) => operator === "|")) parts.push(readAll());
    return join("any", parts);
  }

  function readAll(): ReadWords {
    const parts = [readNear()];
    while (takeIf((operator) => operator === "&")) parts.push(readNear());
    return join("all", parts);
  }

  function readNear(): ReadWords {
    const parts = [readOne()];
    while (takeIf((operator) => operator.startsWith("<"))) parts.push(readOne());
    return parts.length === 1 ? join("all", parts) : { ...join("all", parts), isExact: false };
  }

  function readOne(): ReadWords {
    if (takeIf((operator) => operator === "!")) return negate(readOne());
    if (takeIf((operator) => operator === "(")) {
      const inner = readAny();
      if (!takeIf((operator) => operator === ")")) throw new Error("a query lacks a bracket");
      return inner;
    }
    const lexeme = tokens[at++]?.["lexeme"];
    if (lexeme === undefined) throw new Error("a query lacks a word");
    return { condition: { kind: "word", lexeme }, isExact: true };
  }

  const whole = readAny();
  if (at < tokens.length) throw new Error("a query goes on after its end");
  return whole;
}

/** Without repetitions: words that are near each other are so in either order and at many distances. */
function join(kind: "all" | "any", parts: readonly ReadWords[]): ReadWords {
  const conditions = new Map(parts.map(({ condition }) => [JSON.stringify(condition), condition]));
  const sorted = [...conditions].sort(([one], [other]) => (one < other ? -1 : 1));
  const [first, ...rest] = sorted.map(([, condition]) => condition);
  return {
    condition: first && rest.length === 0 ? first : { kind, of: first ? [first, ...rest] : [] },
    isExact: parts.every(({ isExact }) => isExact),
  };
}

/** A passage may have the words of a phrase and not the phrase. */
function negate({ condition, isExact }: ReadWords): ReadWords {
  return isExact
    ? { condition: { kind: "not", of: condition }, isExact }
    : { condition: ALWAYS, isExact: false };
}

/** Whether a passage without any of the words meets the condition. */
export function holdsWithoutWords(condition: WordCondition): boolean {
  if (condition.kind === "word") return false;
  if (condition.kind === "not") return !holdsWithoutWords(condition.of);
  return condition.kind === "all"
    ? condition.of.every(holdsWithoutWords)
    : condition.of.some(holdsWithoutWords);
}

export function listLexemes(condition: WordCondition): string[] {
  if (condition.kind === "word") return [condition.lexeme];
  return condition.kind === "not" ? listLexemes(condition.of) : condition.of.flatMap(listLexemes);
}
