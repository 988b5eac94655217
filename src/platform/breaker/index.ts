/** Circuit breakers: an outside service that does not answer is left alone for a while instead of being waited for. */
export { type Breaker, type BreakerState, type MakeBreaker, openBreaker } from "./breaker.ts";
