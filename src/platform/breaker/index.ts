/** Circuit breakers: calls to an external service that does not respond fail fast for a while instead of waiting. */
export { type Breaker, type BreakerState, type MakeBreaker, openBreaker } from "./breaker.ts";
