import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';
import { filesBelow } from '../../scripts/lib/source-files.mjs';

const FOLDERS = [
  'apps/server/src',
  'apps/server/migrations',
  'apps/web/src',
  'apps/web/public',
  'packages/contract/src',
];
const CODE = /(?<!\.(test|fixture))\.(tsx?|html|css|js|json|sql)$/;
/** Names of the university and the department of the demo. */
const DEMO_NAMES = /kmou|한국해양|해양대|인공지능|학부사무실/i;
/** What a nickname must not be is the same everywhere. */
const ALLOWED = new Set(['packages/contract/src/nicknames.ts']);

it('names the department of the demo in the demo only [UI-250]', () => {
  const files = [...FOLDERS.flatMap(filesBelow), 'apps/web/index.html'].filter(
    (path) => CODE.test(path) && !path.includes('/testing/') && !ALLOWED.has(path),
  );
  expect(files.length).toBeGreaterThan(1000);
  const naming = files.filter((path) => DEMO_NAMES.test(readFileSync(join(root, path), 'utf8')));
  expect(naming).toEqual([]);
});
