import { describe, expect, it } from 'vitest';
import { presentDetail, presentItem } from './posts.present.ts';

const KEY = 'a'.repeat(24);
const row: Parameters<typeof presentDetail>[0] = {
  id: 1,
  title: '제목',
  boardType: 'FREE',
  isAnonymous: false,
  authorId: 7,
  nickname: '등대',
  withdrawnAt: null,
  createdAt: new Date('2026-11-20T05:02:00Z'),
  viewCount: 1,
  likeCount: 2,
  commentCount: 3,
  isBlocked: false,
  isBlinded: false,
  imageUrls: [`/files/${KEY}.webp`],
  price: null,
  tradeStatus: null,
  registeredAt: null,
  pinned: false,
  pinnedUntil: null,
  expiresAt: null,
  audienceYears: null,
  mustRead: false,
  hasPoll: false,
  acceptedCommentId: 5,
  content: '<p>본문</p>',
  updatedAt: new Date('2026-11-20T06:02:00Z'),
  isLike: true,
  isScrapped: true,
  isAuthor: false,
  profileImageUrl: '/files/face.webp',
  roles: ['STUDENT'],
  targetUrl: 'https://a.example/notice',
  head: { id: 4, name: '정보' },
  lectureTag: {
    id: 3,
    title: '항해학개론',
    professorName: '윤슬',
    year: 2026,
    semester: 2,
    access: 'closed',
  } as const,
  hasFiles: true,
};
const file = { key: 'k', name: '자료.pdf', bytes: 1, contentType: '', url: '/files/attachments/t' };
const parts = {
  content: '<p>본문</p>',
  attachments: [file],
  extras: { mustReadState: null },
};
const blocked = { ...row, isBlocked: true };

describe('presentItem and presentDetail', () => {
  it('show everything of a visible author', () => {
    expect(presentDetail(row, parts)).toMatchObject({
      title: '제목',
      content: '<p>본문</p>',
      thumbNailUrl: `/files/${KEY}_thumb.webp`,
      imageUrls: [`/files/${KEY}.webp`],
      image_urls: [`/files/${KEY}.webp`],
      targetUrl: 'https://a.example/notice',
      writerId: 7,
      writerProfileThumbnails: '/files/face.webp',
      answered: true,
      lectureTag: { id: 3, title: '항해학개론', canRead: false },
      head: { id: 4, name: '정보' },
      attachments: [file],
    });
  });

  it('hide pictures, files, link and profile picture of a blocked member [UPLOAD-58]', () => {
    const detail = presentDetail(blocked, parts);
    expect(detail).toMatchObject({
      thumbNailUrl: null,
      imageUrls: [],
      image_urls: [],
      hasFiles: false,
      attachments: [],
      targetUrl: null,
      writerId: null,
      writerProfileThumbnails: null,
      writerRoles: [],
      blocked: true,
    });
    expect(presentItem(blocked)).toMatchObject({
      thumbNailUrl: null,
      imageUrls: [],
      hasFiles: false,
    });
    const blinded = presentItem({ ...row, isBlinded: true });
    expect([blinded.hasFiles, blinded.head]).toEqual([false, undefined]);
    for (const answer of [detail, presentItem(blocked)]) {
      expect(JSON.stringify(answer)).not.toMatch(/제목|본문|등대|항해학|정보|files|example/);
    }
  });

  it('keep the notice of a blocked member', () => {
    const notice = presentDetail({ ...blocked, boardType: 'NOTICE_DEPT' }, parts);
    expect(notice).toMatchObject({ title: '제목', targetUrl: 'https://a.example/notice' });
    expect(notice.blocked).toBeUndefined();
  });

  it('omit a link that is not a safe URL', () => {
    expect(presentDetail({ ...row, targetUrl: 'javascript:alert(1)' }, parts).targetUrl).toBeNull();
  });
});
