import { describe, expect, it } from 'vitest';
import { renderNotification } from './notifications.ts';
import { targetUrl } from './targets.ts';

const post = { id: 7, boardType: 'NOTICE_SC', lectureId: null, title: '안내' } as const;
const lecturePost = { id: 8, boardType: 'LECTURE_Q', lectureId: 3, title: '질문' } as const;
const facts = { role: 'MANAGER', isGrant: true, username: 'student01', by: 'admin01' } as const;
const actor = '홍길동님';

describe('renderNotification', () => {
  it('links to the post, the comment or the page', () => {
    const url = (notification: Parameters<typeof renderNotification>[0]) =>
      renderNotification(notification).targetUrl;
    expect([
      url({ kind: 'comment', facts: { post, commentId: 9, actor } }),
      url({ kind: 'noticePosted', facts: { post } }),
      url({ kind: 'reply', facts: { post: lecturePost, commentId: 9, actor } }),
      url({ kind: 'questionAnswered', facts: { post: lecturePost } }),
      url({ kind: 'friendRequested', facts: { memberId: 1, nickname: '해솔' } }),
      url({ kind: 'newDevice', facts: null }),
      url({ kind: 'inquiryCompleted', facts: { inquiryId: 4, title: '문의' } }),
      url({ kind: 'ownRoleChanged', facts }),
      url({ kind: 'memberRoleChanged', facts }),
      url({ kind: 'suspended', facts: { until: '2026-12-01' } }),
      url({ kind: 'suspensionLifted', facts: null }),
      url({ kind: 'revealRequested', facts: null }),
    ]).toEqual([
      '/main/community/notice_sc/post/7#comment-9',
      '/main/community/notice_sc/post/7',
      '/main/study-dashboard/3/8#comment-9',
      '/main/study-dashboard/3/8',
      '/main',
      '/mypage/account',
      '/inquiry/4',
      '/mypage',
      '/admin?menu=AUDIT',
      '/support',
      '/main',
      '/admin?menu=REVEAL',
    ]);
    expect(targetUrl({ kind: 'friends' })).toBe('/main');
  });

  it('returns what open pages refetch', () => {
    const stale = (notification: Parameters<typeof renderNotification>[0]) =>
      renderNotification(notification).stale;
    expect(stale({ kind: 'comment', facts: { post, commentId: 9, actor } })).toBeUndefined();
    expect(stale({ kind: 'questionAnswered', facts: { post: lecturePost } })).toBe('lectureRoom');
    expect(stale({ kind: 'inquiryFollowedUp', facts: { inquiryId: 4, title: '문의' } })).toBe(
      'inquiries',
    );
    expect(stale({ kind: 'ownRoleChanged', facts })).toBe('access');
    expect(stale({ kind: 'memberRoleChanged', facts })).toBe('access');
  });
});
