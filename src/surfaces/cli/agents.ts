import { Command } from "commander";
import { replayArtifact } from "../../features/agents/index.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { CommandTools } from "./program.ts";

export function agentsCommand({ onDatabase, withReports, print }: CommandTools): Command {
  const command = new Command("agents").description("manage the artifacts of agent builders");
  command
    .command("replay")
    .description("recreate an artifact from its documents and compare byte by byte")
    .argument("<id>", "artifact to replay")
    .action((id: string) =>
      onDatabase((db) =>
        withReports(db, async ({ storage }) => {
          const replay = await replayArtifact({ db, storage }, id);
          if (replay.identical) {
            print(`Identical: sha256 ${replay.sha256}.`);
            return;
          }
          print(
            `Was sha256 ${replay.was}, is ${replay.is === null ? "not reproducible" : `sha256 ${replay.is}`}.`,
          );
          for (const reason of replay.reasons) print(`  ${reason}`);
          throw new OperatorError("The artifact could not be reproduced.");
        }),
      ),
    );
  return command;
}
