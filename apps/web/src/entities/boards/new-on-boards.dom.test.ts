import { describe, expect, it } from 'vitest';
import { ignoreOwnPost, isNewPost, withOneMore } from './new-on-boards.ts';

const at = (boardType: 'FREE' | 'SECRET', time: string) => ({
  boardType,
  createdDate: `2026-11-20T${time}+09:00`,
});
const since = '2026-11-20T12:00:30+09:00';

describe('isNewPost', () => {
  it.each([
    [at('FREE', '12:00:31'), true],
    [at('FREE', '12:00:30'), false],
    [at('FREE', '12:00:00'), false],
    [at('SECRET', '12:00:00'), true],
    [{ ...at('FREE', '12:00:00'), anonymous: true }, true],
    [at('SECRET', '11:59:00'), false],
  ])('compares %j with the visit as the server does [LIST-136]', (post, isNew) => {
    expect(isNewPost(post, since)).toBe(isNew);
  });

  it('is false before the visit is known', () => {
    expect(isNewPost(at('FREE', '12:00:31'), undefined)).toBe(false);
  });
});

describe('withOneMore', () => {
  const boards = [
    { boardType: 'FREE' as const, since, newCount: 98 },
    { boardType: 'QNA' as const, since, newCount: 0 },
  ];
  it('counts up to 99, and no own post [LIST-139]', () => {
    const more = withOneMore(withOneMore(boards, 'FREE'), 'FREE');
    expect(more?.map(({ newCount }) => newCount)).toEqual([99, 0]);
    expect(withOneMore(undefined, 'FREE')).toBeUndefined();
    ignoreOwnPost();
    expect(withOneMore(boards, 'QNA')).toBe(boards);
    ignoreOwnPost(0); // long ago
    expect(withOneMore(boards, 'QNA')?.[1]?.newCount).toBe(1);
  });
});
