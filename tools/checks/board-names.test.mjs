import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { POST_BOARD_TYPES } from '../../packages/contract/src/boards.ts';
import { root } from '../../scripts/lib/root.mjs';
import { sourceFiles } from '../../scripts/lib/source-files.mjs';

const names = POST_BOARD_TYPES.join('|');
const COMPARISON = new RegExp(`[!=]== ?'(${names})'|case '(${names})'`);
const CODE = /^apps\/\w+\/src\/.+(?<!\.(test|fixture))\.tsx?$/;

it('reads the behaviour of a board from its descriptor, never from its name', () => {
  const files = sourceFiles().filter((file) => CODE.test(file) && !/\/(testing|demo)\//.test(file));
  expect(files.length).toBeGreaterThan(500);
  const naming = files.filter((file) => COMPARISON.test(readFileSync(join(root, file), 'utf8')));
  expect(naming).toEqual([]);
});
