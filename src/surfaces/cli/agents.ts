import { Command } from "commander";
import { replayArtifact } from "../../features/agents/index.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { CommandTools } from "./program.ts";

export function agentsCommand({ onDatabase, withReports, print }: CommandTools): Command {
  const command = new Command("agents").description("look after what agent builders made");
  command
    .command("replay")
    .description("make an artifact again from its documents and compare letter by letter")
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
            `Was sha256 ${replay.was}, is ${replay.is === null ? "not to be made again" : `sha256 ${replay.is}`}.`,
          );
          for (const reason of replay.reasons) print(`  ${reason}`);
          throw new OperatorError("The artifact could not be made again as it was.");
        }),
      ),
    );
  return command;
}
