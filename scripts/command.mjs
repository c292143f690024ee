/** Runs a program of the server that `apps/server/src/cli` has, such as `backup`. */
import './lib/require-node.mjs';

const { enterCurrent } = await import('./lib/releases.mjs');

if (!(await enterCurrent('command.mjs'))) {
  const { runBuilt } = await import('./lib/run-built.mjs');
  const [command] = process.argv.splice(2, 1);
  await runBuilt(`${command}-cli.js`, {
    makesEnvFile: command === 'setup',
    // It reports what is out of date.
    asItIs: command === 'doctor',
  });
}
