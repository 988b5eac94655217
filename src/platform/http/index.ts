/** The port the service listens on. */
export { findPort, refusePort, requirePort } from "./require-port.ts";
