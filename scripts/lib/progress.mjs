const HEARTBEAT_MS = process.stdout.isTTY ? 1_000 : 10_000;

export function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** Shows a long step with its running time: on one line of a terminal, otherwise every 10 s. */
export async function withProgress(title, work) {
  const began = performance.now();
  const elapsed = () => `${Math.round((performance.now() - began) / 1_000)} s`;
  const tty = process.stdout.isTTY;
  process.stdout.write(tty ? `  ${title} ...` : `  ${title} ...\n`);
  const timer = setInterval(() => {
    process.stdout.write(tty ? `\r  ${title} ... ${elapsed()}` : `  ${title} ... ${elapsed()}\n`);
  }, HEARTBEAT_MS);
  let done = false;
  try {
    const result = await work();
    done = true;
    return result;
  } finally {
    clearInterval(timer);
    const end = `${title}: ${done ? 'done' : 'failed'} (${seconds(performance.now() - began)})`;
    process.stdout.write(tty ? `\r  ${end}    \n` : `  ${end}\n`);
  }
}

/** A failure whose message is sufficient without a stack. */
export class PlainError extends Error {}

export function exitWith(error) {
  console.error(error instanceof PlainError ? error.message : error);
  process.exit(1);
}
