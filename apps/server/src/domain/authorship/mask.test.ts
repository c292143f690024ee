import { describe, expect, it } from 'vitest';
import { isMasked, maskComment, maskPost } from './mask.ts';

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
      imageUrls: ['/files/a.webp'],
      image_urls: ['/files/a.webp'],
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
      imageUrls: [],
      image_urls: [],
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
