import { Failure } from "../kernel/errors.ts";

/** Together with the seconds a credential is cached, every stream ends within five seconds. */
const RECHECK_MILLISECONDS = 1_000;

export interface WatchedCredential {
  /** Fails when the caller may no longer call. */
  recheck: () => Promise<unknown>;
  /** When the credential expires, in milliseconds; undefined when it does not. */
  endsAt: number | undefined;
}

/** A short database outage says nothing about the caller. */
const isRefusal = (error: unknown): error is Failure => error instanceof Failure && error.status < 500;

/**
 * Whatever a credential started does not outlive it: calls back once, with the failure, when the credential was
 * revoked or has expired. Returns a function that stops watching.
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
