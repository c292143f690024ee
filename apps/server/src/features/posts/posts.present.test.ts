import { describe, expect, it } from 'vitest';
import { presentDetail, presentItem, presentListed, presentPollOf } from './posts.present.ts';

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
  audienceGroups: null,
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
  team: null,
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
      imageUrls: `/files/${KEY}.webp`,
      image_urls: `/files/${KEY}.webp`,
      pictures: [],
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
      imageUrls: null,
      image_urls: null,
      pictures: [],
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
      imageUrls: null,
      pictures: [],
      hasFiles: false,
    });
    const blinded = presentItem({ ...row, isBlinded: true });
    expect([blinded.hasFiles, blinded.head]).toEqual([false, undefined]);
    for (const response of [detail, presentItem(blocked)]) {
      expect(JSON.stringify(response)).not.toMatch(/제목|본문|등대|항해학|정보|files|example/);
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

describe('parts of a post', () => {
  const at = new Date('2026-11-20T00:00:00Z');
  const time = '2026-11-20T09:00:00+09:00';

  it('are left out or empty where it has none', () => {
    const bare = {
      ...row,
      updatedAt: null,
      targetUrl: null,
      head: null,
      lectureTag: null,
      imageUrls: [],
      acceptedCommentId: null,
    } as typeof row;
    const detail = presentDetail(bare, { ...parts, attachments: [] });
    expect(detail).toMatchObject({
      updatedDate: null,
      pinnedUntil: null,
      expiresAt: null,
      years: [],
      hasFiles: false,
      targetUrl: null,
      thumbNailUrl: null,
      answered: false,
    });
    for (const name of ['anonymous', 'head', 'mustRead', 'hasPoll', 'blocked', 'blinded']) {
      expect(detail).not.toHaveProperty(name);
    }
    expect(presentItem({ ...row, hasFiles: false }).hasFiles).toBe(false);
    expect(presentItem(row)).toMatchObject({ title: '제목', hasFiles: true, writerId: 7 });
  });

  it('are shown where it has them', () => {
    const full = {
      ...row,
      updatedAt: at,
      pinnedUntil: at,
      expiresAt: at,
      audienceYears: [2],
      mustRead: true,
      hasPoll: true,
      isAnonymous: true,
    };
    expect(presentDetail(full, parts)).toMatchObject({
      updatedDate: time,
      pinnedUntil: time,
      expiresAt: time,
      years: [2],
      hasFiles: true,
      mustRead: true,
      hasPoll: true,
      anonymous: true,
    });
    for (const hidden of [{ isBlinded: true }, { isBlocked: true }]) {
      expect(presentItem({ ...full, ...hidden })).not.toHaveProperty('hasPoll');
      expect(presentItem({ ...full, ...hidden })).not.toHaveProperty('head');
    }
  });

  it('keep the date of writing when the item moves to the top [MARKET-20]', () => {
    const registeredAt = new Date('2026-11-19T05:02:00Z');
    expect(presentItem({ ...row, registeredAt })).toMatchObject({
      createdDate: '2026-11-19T14:02:00+09:00',
      bumpedDate: '2026-11-20T14:02:00+09:00',
    });
  });

  it('say whether the reader may open the lecture of a review', () => {
    const lectureTag = { ...row.lectureTag, access: 'open' } as typeof row.lectureTag;
    expect(presentItem({ ...row, lectureTag }).lectureTag?.canRead).toBe(true);
  });

  it('have an end of their time', () => {
    const listed = (expiresAt: Date | null) => presentListed({ ...row, expiresAt }, at);
    expect(listed(at)).toMatchObject({ expired: true });
    expect(listed(new Date(0))).toMatchObject({ expired: true });
    expect(listed(new Date(at.getTime() + 1))).not.toHaveProperty('expired');
    expect(listed(null)).not.toHaveProperty('expired');
  });

  it.each([
    ['anybody', row, false, true],
    ['a reader who blocks the author', blocked, true, false],
    ['readers of a blinded post', { ...row, isBlinded: true }, false, false],
    ['staff of a blinded post', { ...row, isBlinded: true }, true, true],
  ])('with a poll, for %s', (_name, one, seesBlinded, isShown) => {
    const poll = { options: ['가'], counts: [], endsAt: null, voterCount: 0, chosen: 0 } as never;
    expect('poll' in presentPollOf(one, { poll, now: at, seesBlinded })).toBe(isShown);
    expect(presentPollOf(one, { poll: null, now: at, seesBlinded })).toEqual({});
  });
});
