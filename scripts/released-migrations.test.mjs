import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/root.mjs';

const folder = join(root, 'apps/server/migrations');
const read = (name) => readFileSync(join(folder, name), 'utf8');
const released = Object.entries(JSON.parse(read('released.json')));

it.each(released)('the released migration %s is unchanged', (tag, sha256) => {
  expect(
    createHash('sha256')
      .update(read(`${tag}.sql`))
      .digest('hex'),
  ).toBe(sha256);
});

it('released migrations come first, in the order of the journal', () => {
  const { entries } = JSON.parse(read('meta/_journal.json'));
  const tags = entries.map(({ tag }) => tag);
  expect(released.map(([tag]) => tag)).toEqual(tags.slice(0, released.length));
  expect(released.length).toBeGreaterThan(0);
});
