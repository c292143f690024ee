import { beforeEach, describe, expect, it } from 'vitest';
import { createTestClient, fakeApi } from '../../testing/fake-api.tsx';
import {
  isNewPost,
  newOnBoardsQuery,
  newPostOn,
  noteNewPost,
  withOneMore,
} from './new-on-boards.ts';

const ME = 7;
const SINCE = '2026-11-20T12:00:30+09:00';
const KNOWN = { since: SINCE, ownIds: [11], me: ME };

const at = (boardType: 'FREE' | 'SECRET', time: string) => ({
  ...{ id: 1, boardType, writerId: boardType === 'FREE' ? 8 : null },
  createdDate: `2026-11-20T${time}+09:00`,
});

describe('isNewPost', () => {
  it.each([
    [at('FREE', '12:00:31'), true],
    [at('FREE', '12:00:30'), false],
    [at('FREE', '12:00:00'), false],
    [at('SECRET', '12:00:00'), true],
    [{ ...at('FREE', '12:00:00'), anonymous: true, writerId: null }, true],
    [at('SECRET', '11:59:00'), false],
  ])('compares %j with the visit as the server does [LIST-136]', (post, isNew) => {
    expect(isNewPost(post, KNOWN)).toBe(isNew);
  });

  it.each([
    { ...at('FREE', '12:30:00'), writerId: ME },
    { ...at('SECRET', '12:30:00'), id: 11 },
    { ...at('FREE', '12:30:00'), id: 11, anonymous: true, writerId: null },
  ])('is false for the own post %j, wherever it was written [LIST-136]', (post) => {
    expect(isNewPost(post, KNOWN)).toBe(false);
  });

  it('is false before the visit is known', () => {
    expect(isNewPost(at('FREE', '12:00:31'), undefined)).toBe(false);
  });
});

const boards = [
  { boardType: 'FREE' as const, since: SINCE, newCount: 98, ownIds: [] },
  { boardType: 'SECRET' as const, since: SINCE, newCount: 0, ownIds: [] },
];

it('counts up to 99 [LIST-139]', () => {
  const more = withOneMore(withOneMore(boards, 'FREE'), 'FREE');
  expect(more?.map(({ newCount }) => newCount)).toEqual([99, 0]);
  expect(withOneMore(undefined, 'FREE')).toBeUndefined();
});

describe('noteNewPost', () => {
  beforeEach(() => newPostOn.set(null));

  const note = async (event: { boardType: 'FREE' | 'SECRET'; anonymous?: boolean }, found = 0) => {
    const secret = { boardType: 'SECRET', since: SINCE, newCount: found, ownIds: [11] };
    const calls = fakeApi({ 'GET /api/board/news': { body: { boards: [secret] } } });
    const client = createTestClient([['boards', boards]]);
    client.setQueryData(newOnBoardsQuery.queryKey, boards);
    await noteNewPost(client, { type: 'board', ...event }, 0);
    return { calls, shown: client.getQueryData(newOnBoardsQuery.queryKey) };
  };

  it('counts a post of somebody else at once, without a call [LIST-139]', async () => {
    const { calls, shown } = await note({ boardType: 'FREE' });
    expect([calls, shown?.[0]?.newCount, newPostOn.get()?.boardType]).toEqual([[], 99, 'FREE']);
  });

  it.each([
    [0, undefined],
    [1, 'SECRET'],
  ])(
    'asks about a post whose writer is hidden: %i of others are new [LIST-136]',
    async (found, on) => {
      const { shown } = await note({ boardType: 'SECRET', anonymous: true }, found);
      expect([shown?.[0]?.newCount, newPostOn.get()?.boardType]).toEqual([found, on]);
    },
  );
});
