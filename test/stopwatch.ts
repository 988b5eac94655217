const TICK_MILLISECONDS = 50;

/**
 * The time for which this process was running or waiting. When the machine stalls, a tick is late although the process
 * used no processor: that says nothing about the service. When the service itself kept the process busy, it counts.
 */
export function startStopwatch(): () => number {
  let milliseconds = 0;
  let used = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(used);
    used = process.cpuUsage();
    milliseconds += Math.max(TICK_MILLISECONDS, (user + system) / 1_000);
  }, TICK_MILLISECONDS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return milliseconds;
  };
}
