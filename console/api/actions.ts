import type { z } from "zod";
import type { ConsoleAction } from "../../src/surfaces/console-api/index.ts";
import { request } from "./request.ts";

type Id = ConsoleAction["id"];
type ActionOf<I extends Id> = Extract<ConsoleAction, { id: I }>;
export type ActionInput<I extends Id> = z.input<ActionOf<I>["input"]>;
export type ActionOutput<I extends Id> = Awaited<ReturnType<ActionOf<I>["run"]>>;

/** What only a browser does, for the person who uses it. A misspelt id, method or path does not compile. */
const ROUTES = {
  me: ["GET", "/me"],
  sign_out: ["POST", "/sign_out"],
  change_password: ["POST", "/password"],
  begin_totp: ["POST", "/totp"],
  confirm_totp: ["POST", "/totp/confirm"],
  end_totp: ["POST", "/totp/end"],
  renew_recovery_codes: ["POST", "/recovery_codes"],
  list_passkeys: ["GET", "/passkeys"],
  passkey_options: ["POST", "/passkeys/options"],
  add_passkey: ["POST", "/passkeys"],
  delete_passkey: ["DELETE", "/passkeys/:passkey_id"],
} as const satisfies Partial<{ [I in Id]: readonly [ActionOf<I>["method"], ActionOf<I>["path"]] }>;

export type ActionId = keyof typeof ROUTES;

export async function act<I extends ActionId>(id: I, input: ActionInput<I>): Promise<ActionOutput<I>> {
  const [method, path] = ROUTES[id];
  // Every action's input is a Zod object; the compiler does not see it through the generic.
  const { data } = await request(method, `/console/api${path}`, input as object);
  // The action's return value, as JSON.
  return data as ActionOutput<I>;
}
