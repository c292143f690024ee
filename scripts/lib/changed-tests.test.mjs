import { expect, it } from 'vitest';
import { testsOf } from './changed-tests.mjs';

const SERVER = 'apps/server/src';
const WEB = 'apps/web/src';
const TESTS = [
  'packages/contract/src/comments.test.ts',
  'packages/contract/src/posts.test.ts',
  `${SERVER}/tests/roles.test.ts`,
  `${SERVER}/features/comments/comments.list.test.ts`,
  `${SERVER}/domain/live/live.test.ts`,
  `${WEB}/features/comments/thread/reply.test.tsx`,
  `${WEB}/ui/menu.test.tsx`,
];

it.each([
  ['a feature runs its own tests', `${SERVER}/features/comments/comments.repo.ts`, [3]],
  ['deep or not', `${WEB}/features/comments/comment-form.tsx`, [5]],
  ['a part of the contract runs both wings', 'packages/contract/src/comments.ts', [0, 3, 5]],
  ['other folders run what stands in them', `${SERVER}/domain/live/live.ts`, [4]],
  ['a test runs itself', `${SERVER}/tests/roles.test.ts`, [2]],
  ['the whole server is left to the gate', `${SERVER}/tests/cells.ts`, []],
  ['words run nothing', 'docs/architecture.md', []],
])('%s', (_name, changed, places) => {
  expect(testsOf([changed], TESTS)).toEqual(places.map((place) => TESTS[place]));
});
