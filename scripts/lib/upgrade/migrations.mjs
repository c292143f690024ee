import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (folder, name) =>
  JSON.parse(readFileSync(join(folder, 'apps/server/migrations', name), 'utf8'));

/**
 * The migrations that the folder `to` has and `from` has not, and how many releases they are of: the release
 * before can live with those of one. Migrations of no release yet count as one.
 */
export function newMigrations(from, to) {
  const known = new Set(read(from, 'meta/_journal.json').entries.map(({ tag }) => tag));
  const added = read(to, 'meta/_journal.json').entries.filter(({ tag }) => !known.has(tag));
  const released = Object.entries(read(to, 'released.json'));
  const releases = new Set(
    added.map(({ tag }) => released.find(([, tags]) => tag in tags)?.[0] ?? 'unreleased'),
  );
  return {
    tags: added.map(({ tag }) => tag),
    times: added.map(({ when }) => when),
    releases: [...releases],
  };
}

/** Lets the program in a folder run on a database with these later migrations. */
export function acceptMigrations(folder, times) {
  if (times.length === 0) return;
  const file = join(folder, 'apps/server/dist/accepted-migrations.json');
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const all = [...new Set([...before, ...times])].sort((a, b) => a - b);
  writeFileSync(file, JSON.stringify(all), { mode: 0o644 });
}
