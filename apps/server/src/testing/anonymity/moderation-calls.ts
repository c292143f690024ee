import type { AnonymityWorld } from './anonymity-world.ts';
import { PETITION_WRITES } from './petition-calls.ts';

interface Sent {
  url: string;
  body?: object;
}

/** Reports of secret items, requests to reveal their authors, and signatures. */
export const MODERATION_WRITES: Record<string, (world: AnonymityWorld) => Sent[]> = {
  ...PETITION_WRITES,
  'POST /api/inquiry': ({ secretPosts: [secret], comments: [top], chosen, room, course }) => {
    const targets = [
      { targetType: 'COURSE_REVIEW', targetId: course.review },
      ...[secret, chosen.posts[0], room.questions[0]].map((targetId) => ({
        targetType: 'POST',
        targetId,
      })),
      ...[top, chosen.comments[0], room.comments[0]].map((targetId) => ({
        targetType: 'COMMENT',
        targetId,
      })),
    ];
    return targets.map((target) => ({
      url: '/api/inquiry',
      body: { title: '신고', content: '봐 주세요', category: 'REPORT', ...target },
    }));
  },
  'PUT /api/inquiry/:id/assignee': () =>
    [1, 2, 3].map((id) => ({
      url: `/api/inquiry/${id}/assignee`,
      body: { assigneeId: 1, before: null },
    })),
  'POST /api/admin/reveals': ({
    secretPosts: [, second],
    comments: [top],
    chosen,
    room,
    course,
  }) => [
    {
      url: '/api/admin/reveals',
      body: { targetType: 'COURSE_REVIEW', targetId: course.review, reason: '협박' },
    },
    ...chosen.posts.map((targetId) => ({
      url: '/api/admin/reveals',
      body: { targetType: 'POST', targetId, reason: '협박' },
    })),
    {
      url: '/api/admin/reveals',
      body: { targetType: 'POST', targetId: room.questions[0], reason: '협박' },
    },
    {
      url: '/api/admin/reveals',
      body: { targetType: 'POST', targetId: second, reason: '협박' },
    },
    {
      url: '/api/admin/reveals',
      body: { targetType: 'COMMENT', targetId: top, reason: '협박' },
    },
  ],
  'POST /api/admin/reveals/:id/reject': () => [{ url: '/api/admin/reveals/1/reject' }],
};
