/** Something the person who runs the service must put right. Printed as one sentence, without a stack, exit 1. */
export class OperatorError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "OperatorError";
  }
}
