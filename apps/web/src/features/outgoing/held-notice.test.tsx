import type { HeldOutgoing } from '@naru/contract/outgoing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { HeldNotice } from './held-notice.tsx';

let held: HeldOutgoing | null;
let sent: unknown[];
beforeEach(() => {
  logInForTest();
  sent = [];
  held = {
    since: '2026-11-29T14:00:00+09:00',
    ...{ reason: 'RESTORED', emails: 12, pushes: 3, invitations: 60, sources: 0 },
  };
  fakeApi({
    'GET /api/admin/work': () => ({ body: { items: [], firstSteps: null, held } }),
    'POST /api/admin/outgoing/resume': ({ body }) => {
      sent.push(body);
      held = null;
      return { body: { message: '다시 보냅니다.' } };
    },
  });
});

const show = () => renderRouted(<HeldNotice />, [['me', { id: 1, roles: ['USER', 'ADMIN'] }]]);

it.each([
  ['실제 사이트이므로 다시 보내기', '다시 보내기', /12통, 기기 알림 3건, 초대 60명부터/, false],
  ['쌓인 것은 보내지 않고 다시 시작', '삭제하고 다시 시작', /초대 60명을 보내지 않고/, true],
])(
  '%s: says what leaves, asks once more and is gone [OPS-163]',
  async (name, sure, words, drop) => {
    await show();
    const notice = await screen.findByRole('region', { name: '멈춰 둔 이메일과 알림' });
    expect(notice.textContent).toContain('이 사이트는 복원된 사본으로 시작되어');
    expect(notice.textContent).toContain('이메일 12통, 기기 알림 3건, 초대 60명 대기');
    fireEvent.click(within(notice).getByRole('button', { name }));
    const first = await screen.findByRole('alertdialog');
    expect(first.textContent).toMatch(words);
    fireEvent.click(within(first).getByRole('button', { name: '그대로 두기' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent).toEqual([]);
    fireEvent.click(within(notice).getByRole('button', { name }));
    const again = await screen.findByRole('alertdialog');
    fireEvent.click(within(again).getByRole('button', { name: sure }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(sent).toEqual([{ drop }]);
  },
);

it('is nothing while nothing is held [OPS-163]', async () => {
  held = null;
  await show();
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});
