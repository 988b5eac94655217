/** An error that the operator must fix. Printed as one sentence, without a stack, exit 1. */
export class OperatorError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "OperatorError";
  }
}
