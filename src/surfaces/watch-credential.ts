import { Failure } from "../kernel/errors.ts";

/** With the seconds a node trusts what it knows of a credential, every stream ends within five seconds. */
const RECHECK_MILLISECONDS = 1_000;

export interface WatchedCredential {
  /** Fails when the caller may not call any more. */
  recheck: () => Promise<unknown>;
  /** When the credential ends by itself, in milliseconds; undefined when it does not. */
  endsAt: number | undefined;
}

/** A database that is away for a moment says nothing about the caller. */
const isRefusal = (error: unknown): error is Failure => error instanceof Failure && error.status < 500;

/**
 * What a credential began does not outlive it: calls back once, with the refusal, when the credential was revoked or has
 * ended. Returns what stops watching.
 */
export function watchCredential(
  { recheck, endsAt = Number.POSITIVE_INFINITY }: WatchedCredential,
  onEnd: (refusal: Failure) => void,
): () => void {
  const end = (refusal: Failure) => {
    clearInterval(timer);
    onEnd(refusal);
  };
  const timer = setInterval(() => {
    if (Date.now() >= endsAt) return end(new Failure("token_invalid", { detail: "The token has expired." }));
    recheck().catch((error: unknown) => {
      if (isRefusal(error)) end(error);
    });
  }, RECHECK_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}
