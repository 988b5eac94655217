const TICK_MILLISECONDS = 50;

/**
 * The time for which this process was running or waiting. When the machine stalls, a tick is late although the process
 * used no processor: that says nothing about the service. When the service itself kept the process busy, it counts.
 */
export function startStopwatch(): () => number {
  let milliseconds = 0;
  let lastAt = performance.now();
  let used = process.cpuUsage();
  const tick = () => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(used);
    // Several threads may use more processor time than has passed.
    milliseconds += Math.min(now - lastAt, Math.max(TICK_MILLISECONDS, (user + system) / 1_000));
    lastAt = now;
    used = process.cpuUsage();
  };
  const timer = setInterval(tick, TICK_MILLISECONDS);
  timer.unref();
  return () => {
    clearInterval(timer);
    tick();
    return milliseconds;
  };
}
