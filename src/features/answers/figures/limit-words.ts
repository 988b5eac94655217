/** What stands before a limit, as sources of regular expressions: "more than 10 %", "below $900 million". */
export const ABOVE =
  "above|over|(?:more|greater|higher|larger|bigger) than|at least|in excess of|exceed(?:s|ed|ing)?|surpass(?:es|ed)?";
export const BELOW = "below|under|beneath|(?:less|lower|smaller|fewer) than|at most";
