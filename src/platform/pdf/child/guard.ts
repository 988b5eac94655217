import { writeSync } from "node:fs";

/**
 * Runs next to the parser in a separate thread and ends the process when it exceeds its memory or has lost the
 * service that started it. The parser's thread cannot: a hostile page may keep it busy forever.
 */
const CHECK_MILLISECONDS = 100;
const STANDARD_ERROR = 2;

const [parentPid, memoryMegabytesMax] = process.argv.slice(2).map(Number);

setInterval(() => {
  if (process.ppid !== parentPid) process.kill(process.pid, "SIGKILL");
  if (process.memoryUsage.rss() > Number(memoryMegabytesMax) * 1_048_576) {
    writeSync(STANDARD_ERROR, "memory_limit\n");
    process.kill(process.pid, "SIGKILL");
  }
}, CHECK_MILLISECONDS);
