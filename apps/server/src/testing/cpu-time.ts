/** Milliseconds of CPU that this process used for `run`, whatever else the machine does. */
export async function cpuTimeOf(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
