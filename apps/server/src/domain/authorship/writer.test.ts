import { describe, expect, it } from 'vitest';
import { aliasOf, memberName, presentProfile, presentWriter, writerName } from './writer.ts';

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
