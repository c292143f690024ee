/** Prints a step and its duration. */
export async function step<T>(
  print: (line: string) => void,
  name: string,
  run: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const result = await run();
  print(`${name}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}
