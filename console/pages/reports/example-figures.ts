interface Column {
  period_start: string | null;
  period_end: string | null;
}

/** What is needed of a statement. */
interface Statement {
  columns: readonly Column[];
  rows: readonly { figure: string | null; cells: readonly { column: number }[] }[];
}

const YEAR_DAYS_MIN = 350;
const DAY_MILLISECONDS = 86_400_000;

/**
 * The figures of a report that a question without a period is answered for: balances, and amounts of a whole year.
 * Half-years and quarters are often shown next to the year so far, and then the question has two answers.
 */
export function listExampleFigures(statements: readonly Statement[]): Set<string | null> {
  return new Set(
    statements.flatMap(({ columns, rows }) =>
      rows
        .filter(({ cells }) => cells.some(({ column }) => isBalanceOrYear(columns[column])))
        .map(({ figure }) => figure),
    ),
  );
}

function isBalanceOrYear(column: Column | undefined): boolean {
  if (!column?.period_end) return false;
  if (column.period_start === null) return true;
  const days = (Date.parse(column.period_end) - Date.parse(column.period_start)) / DAY_MILLISECONDS;
  return days >= YEAR_DAYS_MIN;
}
