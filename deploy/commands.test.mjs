import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../scripts/lib/root.mjs';
import { read } from './lib/files.mjs';

/** Settings of a container are its environment, so it has no file of them to write. */
const NOT_IN_CONTAINERS = ['setup'];

const { scripts } = JSON.parse(read('package.json'));
/** Programs of the server by the command that runs them: what operators use. */
const programs = Object.entries(scripts).flatMap(([name, line]) => {
  const text = read(/^exec node (?:--import tsx )?(\S+)/.exec(line)[1]);
  const program = /runBuilt\('([\w-]+)\.js'/.exec(text)?.[1];
  return program === undefined ? [] : [[name, program]];
});

const folder = mkdtempSync(join(tmpdir(), 'naru-commands-'));
const dist = join(folder, 'apps/server/dist');
beforeAll(() => {
  mkdirSync(dist, { recursive: true });
  mkdirSync(join(folder, 'deploy'));
  cpSync(join(root, 'deploy/run.mjs'), join(folder, 'deploy/run.mjs'));
  for (const [, program] of programs) {
    const text = `console.log(${JSON.stringify(program)}, process.argv.slice(2).join(' '))`;
    writeFileSync(join(dist, `${program}.js`), text);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runInImage(...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['deploy/run.mjs', ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, out: stdout.trim(), error: stderr.trim() };
}

describe('the image [OPS-191]', () => {
  it.each(programs.filter(([name]) => !NOT_IN_CONTAINERS.includes(name)))(
    'runs %s with its options',
    (name, program) => {
      const done = runInImage(name, '--to', 'a b');
      expect(done).toEqual({ status: 0, out: `${program} --to a b`, error: '' });
    },
  );

  it('backs up, restores, migrates, moves and makes administrators', () => {
    const names = programs.map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(['start', 'backup', 'restore', 'db:migrate', 'move', 'admin']),
    );
    const inputs = read('apps/server/vite.config.ts');
    const isBuilt = (program) => new RegExp(`^\\s+'?${program}'?: 'src/`, 'm').test(inputs);
    expect(programs.filter(([, program]) => !isBuilt(program))).toEqual([]);
  });

  it('starts the server when no command is named', () => {
    expect(runInImage()).toEqual({ status: 0, out: 'main', error: '' });
  });

  it.each(['setup', 'bench', 'dev', '../evil', 'main'])(
    'refuses %s and names what it has',
    (name) => {
      const { status, error } = runInImage(name);
      expect(status).toBe(1);
      expect(error).toContain(`This image has no command ${name}.`);
      expect(error).toMatch(/admin, backup, db:migrate, .*restore.*start/);
    },
  );
});
