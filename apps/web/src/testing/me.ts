import type { Me } from '@naru/contract/members';
import type { ResultOf } from '../lib/api/endpoints.ts';

/** The response about the viewer: a student; `other` overrides its defaults. */
export function meAnswerFixture(other: Partial<Me> = {}): ResultOf<'GET /api/member/me'> {
  return {
    meDto: {
      id: 5,
      username: '20250001',
      name: '김해솔',
      nickname: '해솔',
      nickName: '해솔',
      email: '20250001@naru.test',
      intro: '',
      profileThumbnails: null,
      profileImageUrl: null,
      roles: ['USER', 'STUDENT'],
      favoriteBoards: [],
      emailPublic: false,
      joinedAt: '2026-03-02T09:00:00+09:00',
      reauthUntil: null,
      postCount: 0,
      commentCount: 0,
      newNoticeCount: 0,
      newMailCount: 0,
      friendRequestCount: 0,
      mustReadCount: 0,
      liveSeq: 0,
      ...other,
    },
  };
}
