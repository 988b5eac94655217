import { Command } from "commander";
import { rotateSigningKeys } from "../../features/access/index.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { CommandTools } from "./program.ts";

/** Tokens are valid for ten minutes; a shorter overlap would end some of them early. */
const OVERLAP_SECONDS_MIN = 900;

export function oauthCommand({ onDatabase, print }: CommandTools): Command {
  const oauth = new Command("oauth").description("the keys that sign access tokens");

  oauth
    .command("rotate-keys")
    .description("sign with a new key; tokens signed with the old one stay valid until they expire")
    .option("--overlap <seconds>", "how long the old key stays published", "86400")
    .action((options: { overlap: string }) =>
      onDatabase(async (db) => {
        const overlapSeconds = Number(options.overlap);
        if (!Number.isSafeInteger(overlapSeconds) || overlapSeconds < OVERLAP_SECONDS_MIN)
          throw new OperatorError(`--overlap: expected at least ${OVERLAP_SECONDS_MIN} seconds.`);
        const { keyId, signsInSeconds } = await rotateSigningKeys(db, { overlapSeconds });
        print(`${keyId}\n\nPublished now, signs in ${signsInSeconds} seconds; no restart is needed.`);
      }),
    );

  return oauth;
}
