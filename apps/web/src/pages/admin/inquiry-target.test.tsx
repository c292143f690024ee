import type { InquiryDetail } from '@naru/contract/inquiries';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { InquiryTarget } from './inquiry-target.tsx';

const objection: InquiryDetail = {
  id: 3,
  title: "이의 제기: '속마음' 글",
  content: '다시 봐 주세요.',
  category: 'OBJECTION',
  targetRole: null,
  state: 'PROCESSING',
  userId: null,
  userName: '익명',
  createdAt: '2026-11-20T09:00:00+09:00',
  completeDateTime: null,
  reply: null,
  responderNickname: null,
  targetType: 'POST',
  targetId: 7,
  granted: false,
  attachments: [],
  previousId: null,
  assignee: null,
  followUps: [],
  objected: {
    action: 'REMOVED',
    reason: '욕설',
    office: 'STUDENT_COUNCIL',
    actedAt: '2026-11-19T09:00:00+09:00',
  },
  asker: null,
  outsideReporter: null,
  emailRefused: false,
  target: null,
};

it('shows what an objection is about and restores it from there [INQ-44]', async () => {
  logInForTest();
  const calls = fakeApi({
    'GET /api/admin/removed/POST/7': {
      body: {
        type: 'POST',
        id: 7,
        boardType: 'SECRET',
        title: '속마음',
        excerpt: '',
        writerNickname: '익명',
        createdDate: '2026-11-18T09:00:00+09:00',
        removedAt: '2026-11-19T09:00:00+09:00',
        removedByNickname: '뱃머리',
        reason: '욕설',
        purgedAt: '2026-12-19T09:00:00+09:00',
        content: '<p>본문</p>',
        imageUrls: [],
        restorable: true,
      },
    },
    'POST /api/admin/removed/POST/7/restore': { body: { message: '' } },
  });
  await renderRouted(<InquiryTarget inquiry={objection} />);
  const box = screen.getByRole('region', { name: '이의를 제기한 조치' });
  expect(box.textContent).toContain('사유: 욕설');
  expect(box.textContent).toContain('학생회');
  fireEvent.click(screen.getByRole('button', { name: '내용 보기와 복구' }));
  await screen.findByText('본문');
  fireEvent.click(screen.getByRole('button', { name: '복구' }));
  const dialog = await screen.findByRole('dialog', { name: '이 게시글을 복구할까요?' });
  fireEvent.input(within(dialog).getByLabelText(/복구 사유/), { target: { value: '문제없음' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '복구' }));
  await waitFor(() =>
    expect(calls).toContain('POST /api/admin/removed/POST/7/restore {"reason":"문제없음"}'),
  );
});

it('leads from the objection of a suspended member to the member', async () => {
  const asker = { username: '20250001', name: '윤해솔', roles: [] };
  const suspended = { ...objection, targetType: 'MEMBER' as const, userId: 5, asker };
  await renderRouted(<InquiryTarget inquiry={suspended} />);
  expect(screen.getByText(/학번\(교번\)이 20250001인 회원/)).toBeDefined();
  expect(screen.getByRole('link', { name: '회원 권한으로' }).getAttribute('href')).toBe(
    '/admin?menu=ROLES',
  );
});
