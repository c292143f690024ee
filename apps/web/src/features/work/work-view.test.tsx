import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { FirstStepsCard } from './first-steps.tsx';
import { WorkView } from './work-view.tsx';

const NONE = { count: 0, since: null };

async function show(items: object[]) {
  fakeApi({ 'GET /api/admin/work': { body: { items, firstSteps: null } } });
  await renderRouted(<WorkView />, [['me', { id: 1, roles: ['USER', 'ADMIN'] }]]);
}

beforeEach(() => logInForTest());

it('says since when the mail server takes nothing [MAIL-04]', async () => {
  const since = new Date(Date.now() - 12.5 * 60_000).toISOString();
  await show([
    { kind: 'EMAILS', count: 3, since },
    { kind: 'REFUSED_EMAILS', ...NONE },
  ]);
  expect(
    await screen.findByText('이메일 서버가 12분째 아무 이메일도 받지 않습니다.'),
  ).toBeDefined();
  expect(screen.getByText('3건')).toBeDefined();
  expect(screen.queryByText('배달 실패')).toBeNull();
});

it('leads to refused addresses without saying that the mail server is away [MAIL-03]', async () => {
  await show([
    { kind: 'EMAILS', ...NONE },
    { kind: 'REFUSED_EMAILS', count: 2, since: null },
  ]);
  const link = await screen.findByRole('link', { name: /^배달 실패 2건/ });
  expect(link.getAttribute('href')).toBe('/admin?menu=EMAILS&state=FAILED');
  expect(screen.queryByText(/받지 않습니다/)).toBeNull();
});

it.each([
  ['REPORTS', '처리할 신고', 'menu=REPORTS'],
  ['INQUIRIES', '답변할 문의', 'menu=INQUIRY&state=PROCESSING'],
  ['ROLE_REQUESTS', '권한 요청', 'menu=INQUIRY&state=PROCESSING&category=ROLE_REQUEST'],
])(
  'of %s leads to the only one itself, to the list of several [ADMIN-134]',
  async (kind, label, list) => {
    const since = '2026-11-20T09:00:00+09:00';
    const target = async () =>
      (await screen.findByRole('link', { name: new RegExp(`^${label}`) })).getAttribute('href');
    await show([{ kind, count: 1, since, onlyId: 7 }]);
    expect(await target()).toBe(`/admin?${list}&id=7`);
    cleanup();
    await show([{ kind, count: 2, since }]);
    expect(await target()).toBe(`/admin?${list}`);
  },
);

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

it.each([
  [
    ['USER', 'ADMIN'],
    ['공지 쓰기', '배너 추가', '식단 입력', '명부 가져오기', '수집할 곳 추가'],
  ],
  [
    ['USER', 'MANAGER'],
    ['공지 쓰기', '배너 추가', '식단 입력'],
  ],
])('offers %s what they may start [ADMIN-133]', async (roles, names) => {
  fakeApi({ 'GET /api/admin/work': { body: { items: [], firstSteps: null } } });
  await renderRouted(<WorkView />, [['me', { id: 1, roles }]]);
  const starts = await screen.findByRole('navigation', { name: '바로 시작' });
  expect(
    within(starts)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(names);
});
