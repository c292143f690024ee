/**
 * Runs a command in the image by the name that it has in package.json: `start`, which is the server, `backup`,
 * `restore`, `db:migrate` and so on. Their options follow, without the `--` that npm needs.
 */
import { existsSync, readdirSync } from 'node:fs';

const programs = new URL('../apps/server/dist/', import.meta.url);
const IRREGULAR = { start: 'main.js', 'db:migrate': 'migrate-cli.js' };
/** Writes a file of settings; those of a container are its environment. */
const ELSEWHERE = ['setup-cli.js'];

const [name = 'start'] = process.argv.splice(2, 1);
const program = IRREGULAR[name] ?? `${name}-cli.js`;

if (
  /^[a-z:-]+$/.test(name) &&
  !ELSEWHERE.includes(program) &&
  existsSync(new URL(program, programs))
) {
  await import(new URL(program, programs));
} else {
  const regular = readdirSync(programs)
    .filter((file) => file.endsWith('-cli.js'))
    .filter((file) => !ELSEWHERE.includes(file) && !Object.values(IRREGULAR).includes(file))
    .map((file) => file.replace('-cli.js', ''));
  const names = [...Object.keys(IRREGULAR), ...regular].sort();
  console.error(`This image has no command ${name}. Its commands: ${names.join(', ')}.`);
  process.exitCode = 1;
}
