import { describe, expect, it } from 'vitest';
import { createSeal } from '../../platform/seal.ts';
import { isSealedAbout, presentNotification } from './notifications.present.ts';
import { sealGroupKey, sealNotificationText } from './notifications.sealed.ts';

type Row = Parameters<typeof presentNotification>[0];

const at = new Date('2026-11-20T00:00:00Z');
const seal = createSeal(Buffer.alloc(64, 1));
const other = createSeal(Buffer.alloc(64, 2));
const post = { id: 5, boardType: 'FREE', lectureId: null, title: '옛 제목' } as const;
const liked = (likes: number) => ({ kind: 'postLiked', facts: { post, actor: '등대', likes } });
const commented = { kind: 'followedPostCommented', facts: { post, actor: '등대', commentId: 6 } };
const row = {
  id: 1,
  type: 'post',
  subType: null,
  content: '저장한 알림',
  targetUrl: '/main/community/free/post/5',
  targetSeal: null,
  words: null,
  cause: null,
  postNow: null,
  count: 1,
  createdAt: at,
  readAt: null,
} as unknown as Row;
const present = (values: Partial<Record<keyof Row, unknown>>) =>
  presentNotification({ ...row, ...values } as Row, seal);
const sealed = (cause: unknown, postId: number | null = 5) =>
  sealNotificationText(seal, 7, {
    content: '봉한 알림',
    targetUrl: '/main/community/secret/post/5',
    postId,
    cause: cause as never,
  });

describe('presentNotification', () => {
  it('shows a stored text, and home where it has no address', () => {
    expect(present({})).toMatchObject({
      content: '저장한 알림',
      targetUrl: '/main/community/free/post/5',
      read: false,
      date: '2026-11-20T09:00:00+09:00',
    });
    expect(present({ targetUrl: null, readAt: at })).toMatchObject({
      targetUrl: '/main',
      read: true,
    });
  });

  it.each([
    [null, null],
    ['', null],
    [' \n ', null],
    [' 여러\n줄의  말 ', '여러 줄의 말'],
    ['가'.repeat(50), '가'.repeat(50)],
    ['가'.repeat(51), `${'가'.repeat(50)}…`],
  ])('quotes %j as %j', (words, excerpt) => {
    expect(present({ words }).excerpt).toBe(excerpt);
  });

  it('follows the title of its post as long as it is open', () => {
    const now = { ...post, title: '새 제목', isOpen: true };
    const cause = liked(3);
    expect(present({ cause, postNow: now }).content).toContain('새 제목');
    expect(present({ cause, postNow: { ...now, isOpen: false } }).content).toBe('저장한 알림');
    const purged = present({ cause }).content;
    expect(purged).not.toMatch(/제목|저장한/);
  });

  it('says of how many it is where they share a row', () => {
    const counts = [1, 2, 3].map((count) => present({ cause: commented, count }).count);
    const single = present({
      cause: { kind: 'answerAccepted', facts: { post, commentId: 6 } },
      count: 3,
    });
    expect(counts[0]).toBeUndefined();
    expect('count' in present({ cause: commented, count: 1 })).toBe(false);
    expect(counts.slice(1)).toEqual([2, 3]);
    expect('count' in single).toBe(false);
    expect('count' in present({ count: 3 })).toBe(false);
  });

  it('opens what is sealed, with the number of those that share it', () => {
    expect(present({ targetSeal: sealed(null) })).toMatchObject({
      content: '봉한 알림',
      targetUrl: '/main/community/secret/post/5',
    });
    const many = present({ targetSeal: sealed(commented), count: 2 });
    expect(many.count).toBe(2);
    expect(many.content).not.toBe('봉한 알림');
    const gone = present({ targetSeal: sealed({ kind: 'no such kind', facts: { post } }) });
    expect(gone.content).toBe('봉한 알림');
  });

  it('shows nothing of what another installation sealed', () => {
    const targetSeal = sealNotificationText(other, 7, {
      content: '남의 알림',
      targetUrl: '/x',
      postId: 5,
      cause: null,
    });
    expect(present({ targetSeal })).toMatchObject({
      content: '알림을 표시할 수 없습니다.',
      targetUrl: '/main',
    });
  });
});

describe('a sealed notification', () => {
  it('is about one post', () => {
    expect(isSealedAbout(seal, { targetSeal: sealed(null) }, 5)).toBe(true);
    expect(isSealedAbout(seal, { targetSeal: sealed(null) }, 6)).toBe(false);
    expect(isSealedAbout(seal, { targetSeal: null }, 5)).toBe(false);
    expect(isSealedAbout(other, { targetSeal: sealed(null) }, 5)).toBe(false);
  });

  it('has a key of its member and group', () => {
    const keys = [
      sealGroupKey(seal, 7, 'a'),
      sealGroupKey(seal, 8, 'a'),
      sealGroupKey(seal, 7, 'b'),
    ];
    expect(new Set(keys).size).toBe(3);
    expect(sealGroupKey(seal, 7, 'a')).toBe(keys[0]);
    expect(keys[0]).toMatch(/^[\w+/]+=*$/);
  });
});
