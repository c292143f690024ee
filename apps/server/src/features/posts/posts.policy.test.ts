import { describe, expect, it } from 'vitest';
import { isComputed } from '../../domain/posts/board-versions.sql.ts';
import { actorOf, refusalOf } from '../../testing/refusal.ts';
import {
  authoriseChange,
  authoriseModeration,
  authorisePastedChange,
  authorisePin,
  authoriseWrite,
} from './posts.policy.ts';

type Post = Parameters<typeof authoriseChange>[0];

const seal = Buffer.from('seal of 7');
const self = { memberId: 7, seal };
const other = { memberId: 8, seal: Buffer.from('seal of 8') };
const freePost = {
  id: 1,
  boardType: 'FREE',
  authorId: 7,
  authorSeal: null,
  isAnonymous: false,
  isBlinded: false,
  isOwnRoom: false,
  access: 'open',
} as unknown as Post;
const pasted = { ...freePost, boardType: 'NOTICE_DEPT', authorId: null } as Post;

describe('authoriseWrite', () => {
  it.each([
    ['POPULAR', 'SYSTEM', 'BOARD_NOT_WRITABLE'],
    ['FREE', 'USER', 'WRITE_DENIED'],
    ['MARKET', 'USER', 'MARKET_DENIED'],
    ['FREE', 'STUDENT', null],
    ['NOTICE', 'STUDENT_COUNCIL', 'WRITE_DENIED'],
  ] as const)('on %s as %s: %s', (boardType, role, code) => {
    expect(refusalOf(() => authoriseWrite(boardType, actorOf(7, role)))).toBe(code);
  });

  it('knows computed lists', () => {
    expect([isComputed('POPULAR'), isComputed('FREE')]).toEqual([true, false]);
  });
});

describe('authoriseChange', () => {
  const sealed = { ...freePost, authorId: null, authorSeal: seal, isAnonymous: true } as Post;
  it.each([
    ['the author', freePost, self, null],
    ['somebody else', freePost, other, 'PERMISSION_DENIED'],
    ['the hidden author', sealed, self, null],
    ['somebody else of a hidden author', sealed, other, 'PERMISSION_DENIED'],
    ['the author of a blinded post', { ...freePost, isBlinded: true }, self, 'CONTENT_BLINDED'],
  ])('by %s', (_name, post, member, code) => {
    expect(refusalOf(() => authoriseChange(post, member))).toBe(code);
  });
});

describe('authorisePastedChange', () => {
  it.each([
    ['a missing post', null, 'NOTICE_DEPT', 'POST_NOT_FOUND'],
    ['a pasted notice', pasted, 'NOTICE_DEPT', null],
    ['one of another board', pasted, 'NOTICE_UNIV', 'POST_NOT_FOUND'],
    ['one with an author', { ...pasted, authorId: 7 }, 'NOTICE_DEPT', 'POST_NOT_FOUND'],
    ['one with a hidden author', { ...pasted, authorSeal: seal }, 'NOTICE_DEPT', 'POST_NOT_FOUND'],
    ['an erased author elsewhere', { ...pasted, boardType: 'FREE' }, 'FREE', 'POST_NOT_FOUND'],
  ] as const)('of %s', (_name, post, boardType, code) => {
    expect(refusalOf(() => authorisePastedChange(post as Post | null, boardType))).toBe(code);
  });
});

describe('authoriseModeration', () => {
  it.each([
    ['the author', freePost, actorOf(7, 'STUDENT'), self, true],
    ['a MANAGER', freePost, actorOf(8, 'MANAGER'), other, false],
    [
      'the professor of the room',
      { ...freePost, isOwnRoom: true },
      actorOf(8, 'PROFESSOR'),
      other,
      false,
    ],
    ['the author with the role MANAGER', freePost, actorOf(7, 'MANAGER'), self, true],
  ] as const)('allows %s', (_name, post, actor, member, isOwn) => {
    expect(authoriseModeration(post, actor, member).isOwn).toBe(isOwn);
  });

  it.each([
    ['open', 'PERMISSION_DENIED'],
    ['closed', 'LECTURE_MEMBERS_ONLY'],
  ] as const)('refuses a council member in a room that is %s', (access, code) => {
    const council = actorOf(8, 'STUDENT_COUNCIL');
    expect(refusalOf(() => authoriseModeration({ ...freePost, access }, council, other))).toBe(
      code,
    );
  });
});

describe('authorisePin', () => {
  it.each([
    ['FREE', 'STUDENT_COUNCIL', 'PERMISSION_DENIED'],
    ['FREE', 'MANAGER', null],
    ['NOTICE_SC', 'STUDENT_COUNCIL', null],
    ['MARKET', 'SYSTEM', 'PERMISSION_DENIED'],
    ['LECTURE_N', 'SYSTEM', 'PERMISSION_DENIED'],
  ] as const)('on %s as %s: %s', (boardType, role, code) => {
    expect(refusalOf(() => authorisePin({ id: 1, boardType }, actorOf(1, role)))).toBe(code);
  });
});
