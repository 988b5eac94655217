/** The port the service listens on. */
export { refusePort, requirePort } from "./require-port.ts";
