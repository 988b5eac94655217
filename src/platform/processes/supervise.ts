import cluster from "node:cluster";
import type { AnswerQuestion } from "./channel.ts";
import { ProcessSlot } from "./process-slot.ts";

export interface SuperviseOptions {
  /** One entry for each process, the most important first: the others are started when it is ready. */
  roles: readonly string[];
  /** Answers a process of this role. */
  answer: (role: string, question: string, value: unknown) => ReturnType<AnswerQuestion>;
  notice: (text: string) => void;
}

export interface Supervisor {
  /** Starts every process. Returns what the first one reported; fails when it does not get ready. */
  start: () => Promise<unknown>;
  /** Replaces one process after the other; each new one is ready before its predecessor stops. */
  restart: () => Promise<void>;
  /** The answers of all processes that are ready and answer in time. */
  askAll: (question: string, millisecondsMax: number) => Promise<unknown[]>;
  isRunning: (pid: number) => boolean;
  stop: () => Promise<void>;
}

/** Starts the processes of a service, one port for all of them, and keeps them running. */
export function superviseProcesses({ roles, answer, notice }: SuperviseOptions): Supervisor {
  // The primary accepts connections and hands them out in turn, so a stopping process loses none of them.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const slots = roles.map(
    (role) => new ProcessSlot({ role, notice, answer: (question, value) => answer(role, question, value) }),
  );
  let restarting: Promise<void> = Promise.resolve();
  let isStopping = false;

  async function restartAll(): Promise<void> {
    for (const slot of slots) {
      if (isStopping) return;
      try {
        await slot.replace();
      } catch (error) {
        notice(`restart abandoned, the old processes continue: ${(error as Error).message}`);
        return;
      }
    }
  }

  return {
    async start() {
      const [first, ...others] = slots;
      const facts = await first?.start();
      for (const slot of others) slot.keepRunning();
      return facts;
    },
    restart() {
      restarting = restarting.then(restartAll);
      return restarting;
    },
    async askAll(question, millisecondsMax) {
      const answers = slots.map(({ channel }) => channel?.ask(question, null, millisecondsMax));
      const settled = await Promise.allSettled(answers);
      return settled.flatMap((one) =>
        one.status === "fulfilled" && one.value !== undefined ? [one.value] : [],
      );
    },
    isRunning: (pid) => slots.some((slot) => slot.isRunning(pid)),
    async stop() {
      isStopping = true;
      await Promise.all(slots.map((slot) => slot.stop()));
    },
  };
}
