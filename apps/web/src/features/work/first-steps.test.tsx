import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { FirstStepsCard } from './first-steps.tsx';

it('leads to what is left and is gone once it is put away [ADMIN-90]', async () => {
  logInForTest();
  let firstSteps: object[] | null = [
    { step: 'NAMES', done: true },
    { step: 'NOTICE', done: false },
    { step: 'EMAIL', done: false },
  ];
  fakeApi({
    'GET /api/admin/work': () => ({ body: { items: [], firstSteps } }),
    'POST /api/admin/work/first-steps/put-away': () => {
      firstSteps = null;
      return { body: { message: '' } };
    },
  });
  await renderRouted(<FirstStepsCard />, [['me', { id: 1, roles: ['USER', 'ADMIN'] }]]);
  expect(await screen.findByText('3개 중 1개 마침')).toBeDefined();
  const notice = screen.getByRole('link', { name: /^첫 공지/ });
  expect(notice.getAttribute('href')).toBe('/write/notice');
  expect(screen.queryByRole('link', { name: /대학교와 학과 이름|이메일 서버/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '그만 보기' }));
  await waitFor(() => expect(screen.queryByText('첫 단계')).toBeNull());
});
