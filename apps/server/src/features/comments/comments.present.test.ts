import { TEXTS } from '@naru/contract/texts';
import { describe, expect, it } from 'vitest';
import { presentComment } from './comments.present.ts';

const row: Parameters<typeof presentComment>[0] = {
  id: 1,
  postId: 2,
  boardType: 'FREE',
  isAnonymous: false,
  authorId: 7,
  nickname: '등대',
  withdrawnAt: null,
  profileImageUrl: '/files/face.webp',
  roles: ['STUDENT'],
  parentId: null,
  mentions: null,
  picture: null,
  position: 1,
  content: '말',
  createdAt: new Date('2026-11-20T05:02:00Z'),
  editedAt: new Date('2026-11-20T05:03:00Z'),
  deletedAt: null,
  likeCount: 4,
  replyCount: 1,
  isAuthor: true,
  isLiked: true,
  isBlocked: false,
  isBlinded: false,
  isPostAuthor: true,
  anonymousNumber: null,
  target: {
    id: 3,
    nickname: '부표',
    withdrawnAt: null,
    isPostAuthor: false,
    anonymousNumber: 2,
  },
};
const anonymous = { ...row, isAnonymous: true, authorId: null, nickname: null, roles: [] };

describe('presentComment', () => {
  it('shows the writer, the flags and the nickname it replies to', () => {
    expect(presentComment(row)).toMatchObject({
      writerId: 7,
      writerProfileThumbnails: '/files/face.webp',
      edited: true,
      isPostAuthor: true,
      isAuthor: true,
      likes: 4,
      liked: true,
      deleted: false,
      targetNickname: '부표',
    });
    const first = { ...row, target: { ...row.target, id: null } };
    expect(presentComment(first).targetNickname).toBeNull();
  });

  it('shows mentions and a picture, and none where the text of a blinded one is hidden', () => {
    const extras = { mentions: [], picture: { url: '/files/a.webp', alt: '' } } as never;
    const shown = { ...row, ...(extras as object) } as typeof row;
    expect(presentComment(shown)).toMatchObject(extras);
    expect(presentComment({ ...shown, isBlinded: true })).toMatchObject(extras);
    expect(presentComment({ ...shown, content: TEXTS.blindedComment })).toMatchObject(extras);
    const hidden = presentComment({ ...shown, isBlinded: true, content: TEXTS.blindedComment });
    expect(hidden).toMatchObject({ blinded: true });
    expect(hidden).not.toHaveProperty('mentions');
    expect(hidden).not.toHaveProperty('picture');
  });

  it('shows aliases on an anonymous post', () => {
    expect(presentComment(anonymous)).toMatchObject({
      writerId: null,
      writerNickname: '글쓴이',
      targetNickname: '익명2',
    });
  });

  it('masks the text and the profile when the viewer blocks the writer', () => {
    const masked = presentComment({ ...row, isBlocked: true });
    expect(masked).toMatchObject({
      writerId: null,
      writerProfileThumbnails: null,
      writerRoles: [],
      blocked: true,
    });
    expect(JSON.stringify(masked)).not.toMatch(/"말"|등대|files/);
  });

  it.each([
    [row, ''],
    [anonymous, '익명'],
  ])('hides everything about a deleted comment', (one, name) => {
    expect(presentComment({ ...one, isBlocked: true, deletedAt: new Date(0) })).toEqual({
      id: 1,
      postId: 2,
      boardType: 'FREE',
      parentId: null,
      content: '',
      text: '',
      createdDate: '2026-11-20T14:02:00+09:00',
      edited: false,
      deleted: true,
      writerId: null,
      writerNickname: name,
      writerProfileThumbnails: null,
      writerRoles: [],
      isPostAuthor: false,
      isAuthor: false,
      countChildren: 1,
      likes: 0,
      liked: false,
      targetNickname: null,
    });
  });
});
