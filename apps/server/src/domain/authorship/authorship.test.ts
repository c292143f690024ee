import { describe, expect, it } from 'vitest';
import {
  isAnonymousId,
  isAuthor,
  randomAnonymousId,
  storedAuthor,
  storedClientId,
  storedTime,
} from './author.ts';
import {
  aliasOf,
  isMasked,
  maskComment,
  maskPost,
  memberName,
  presentProfile,
  presentWriter,
  writerName,
} from './writer.ts';

const self = { memberId: 7, seal: Buffer.from('seal of 7') };
const other = { memberId: 8, seal: Buffer.from('seal of 8') };

describe('isAuthor and storedAuthor', () => {
  it.each([false, true])(
    'store either id or seal and recognise the author by it (anonymous: %s)',
    (hidden) => {
      const row = storedAuthor(hidden, self);
      expect([row.authorId === null, row.authorSeal === null]).toEqual([hidden, !hidden]);
      expect(isAuthor(row, self)).toBe(true);
      expect(isAuthor(row, other)).toBe(false);
    },
  );

  it('recognise no author once all traces are erased', () => {
    expect(isAuthor({ authorId: null, authorSeal: null }, self)).toBe(false);
  });
});

describe('anonymous rows', () => {
  it('get a safe-integer id above the sequence', () => {
    const ids = Array.from({ length: 50 }, randomAnonymousId);
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) {
      expect(id).toBeGreaterThanOrEqual(2 ** 40);
      expect(id).toBeLessThan(2 ** 47);
      expect(isAnonymousId(id)).toBe(true);
    }
    expect([2 ** 40, 2 ** 40 - 1].map(isAnonymousId)).toEqual([true, false]);
  });

  it('get a client id that does not link them to open ones', () => {
    const seal = { hashText: (text: string) => Buffer.from(`hash of ${text}`) };
    expect(storedClientId(false, seal, 'a')).toBe('a');
    expect(storedClientId(false, seal, null)).toBeNull();
    expect(storedClientId(true, seal, null)).toBeNull();
    const hidden = storedClientId(true, seal, 'a') ?? '';
    expect(Buffer.from(hidden, 'base64url').toString()).toBe('hash of client id a');
    expect(hidden).toMatch(/^[\w-]+$/);
  });

  it('get a time truncated to the minute', () => {
    const now = new Date('2026-11-20T14:02:59.999Z');
    expect(storedTime(true, now)).toEqual(new Date('2026-11-20T14:02:00Z'));
    expect(storedTime(false, now)).toEqual(now);
  });
});

const open = { isAnonymous: false, authorId: 7, nickname: '등대', withdrawnAt: null };
const profile = { ...open, profileImageUrl: '/files/a.webp', roles: ['STUDENT' as const] };

describe('presentWriter', () => {
  it('names an active member', () => {
    expect(presentWriter(open)).toEqual({ writerId: 7, writerNickname: '등대' });
  });

  it('hides the writer of an anonymous post even when the row contains one', () => {
    expect(presentWriter({ ...open, isAnonymous: true })).toEqual({
      writerId: null,
      writerNickname: '익명',
    });
    expect(presentWriter({ ...open, isAnonymous: true }, '익명3').writerNickname).toBe('익명3');
  });

  it.each([{ withdrawnAt: new Date(0) }, { authorId: null, nickname: null }, { nickname: null }])(
    'names every withdrawn or deleted account alike: %j',
    (gone) => {
      expect(presentWriter({ ...open, ...gone }, '익명3')).toEqual({
        writerId: null,
        writerNickname: '탈퇴한 회원',
      });
    },
  );
});

describe('presentProfile', () => {
  it('adds the picture and roles of a named writer', () => {
    expect(presentProfile(profile)).toEqual({
      writerId: 7,
      writerNickname: '등대',
      writerProfileThumbnails: '/files/a.webp',
      writerRoles: ['STUDENT'],
    });
  });

  it.each([{ isAnonymous: true }, { withdrawnAt: new Date(0) }])(
    'omits the picture and roles of a hidden writer: %j',
    (hidden) => {
      expect(presentProfile({ ...profile, ...hidden })).toMatchObject({
        writerId: null,
        writerProfileThumbnails: null,
        writerRoles: [],
      });
    },
  );
});

describe('writerName, memberName and aliasOf', () => {
  it('use the alias on anonymous posts only', () => {
    expect(writerName({ ...open, isAnonymous: true })).toBe('익명');
    expect(writerName(open, '익명3')).toBe('등대');
    expect(memberName('등대', null)).toBe('등대');
    expect(memberName('등대', new Date(0))).toBe('탈퇴한 회원');
    expect(memberName(null, null)).toBe('탈퇴한 회원');
  });

  it('distinguish the post author from the other members of a thread', () => {
    expect(aliasOf({ isPostAuthor: true, anonymousNumber: null })).toBe('글쓴이');
    expect(aliasOf({ isPostAuthor: false, anonymousNumber: 3 })).toBe('익명3');
    expect(aliasOf({ isPostAuthor: false, anonymousNumber: null })).toBe('익명');
  });
});

const writer = {
  writerId: 7,
  writerNickname: '등대',
  writerProfileThumbnails: '/files/face.webp',
  writerRoles: ['STUDENT'],
};
const hiddenWriter = {
  writerId: null,
  writerNickname: '차단한 회원',
  writerProfileThumbnails: null,
  writerRoles: [],
};

const named = { isAnonymous: false };
const anonymous = { isAnonymous: true };

describe('isMasked', () => {
  it('returns true for posts of blocked members, but not for notices', () => {
    expect(isMasked({ boardType: 'FREE', isBlocked: true })).toBe(true);
    expect(isMasked({ boardType: 'LECTURE_Q', isBlocked: true })).toBe(true);
    expect(isMasked({ boardType: 'NOTICE_SC', isBlocked: true })).toBe(false);
    expect(isMasked({ boardType: 'LECTURE_N', isBlocked: true })).toBe(false);
    expect(isMasked({ boardType: 'FREE', isBlocked: false })).toBe(false);
  });
});

describe('maskPost', () => {
  it('replaces everything the author wrote or uploaded', () => {
    const made = {
      title: '제목',
      content: '<p>본문</p>',
      excerpt: '본문',
      thumbNailUrl: '/files/a_thumb.webp',
      imageUrls: '/files/a.webp',
      image_urls: '/files/a.webp',
      pictures: ['/files/b.webp'],
      targetUrl: 'https://a.example/',
      hasFiles: true,
      attachmentCount: 2,
      attachments: [{ key: 'k' }],
    };
    expect(maskPost({ id: 1, likeCount: 2, ...writer, ...made }, named)).toEqual({
      id: 1,
      likeCount: 2,
      ...hiddenWriter,
      title: '차단한 회원의 게시글입니다.',
      content: '<p>차단한 회원의 게시글입니다.</p>',
      excerpt: '',
      thumbNailUrl: null,
      imageUrls: null,
      image_urls: null,
      pictures: [],
      targetUrl: null,
      hasFiles: false,
      attachmentCount: 0,
      attachments: [],
      blocked: true,
    });
  });

  it('adds no field that the post does not have', () => {
    expect(maskPost({ id: 1 }, named)).toEqual({ id: 1, blocked: true });
  });
});

describe('maskComment', () => {
  it('replaces the text, the writer and the profile picture', () => {
    expect(maskComment({ id: 1, content: '말', text: '말', ...writer }, named)).toEqual({
      id: 1,
      ...hiddenWriter,
      content: '차단한 회원의 댓글입니다.',
      text: '차단한 회원의 댓글입니다.',
      blocked: true,
    });
  });

  it('keeps the name of an anonymous one, which is what is blocked [ANON-17]', () => {
    const alias = { writerId: null, writerNickname: '익명3', isPostAuthor: false };
    expect(maskComment({ id: 1, content: '말', text: '말', ...alias }, anonymous)).toEqual({
      id: 1,
      ...alias,
      content: '차단한 익명 회원의 댓글입니다.',
      text: '차단한 익명 회원의 댓글입니다.',
      blocked: true,
    });
    expect(maskPost({ title: '제목', writerNickname: '익명' }, anonymous)).toEqual({
      title: '차단한 익명 회원의 게시글입니다.',
      writerNickname: '익명',
      blocked: true,
    });
  });
});
