import type { Petition } from '@naru/contract/petitions';
import { TEXTS } from '@naru/contract/texts';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { meAnswerFixture } from '../../testing/me.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { PetitionBox } from './petition-box.tsx';
import { PetitionList } from './petition-list.tsx';

const PETITION: Petition = {
  ...{ id: 7, addressee: 'OFFICE', state: 'COLLECTING', signatureCount: 4, threshold: 10 },
  ...{ endsOn: '2099-12-03', owedOn: null, isSigned: false, answers: [], closeReason: null },
  history: [{ state: 'COLLECTING', date: '2026-11-20T10:00:00+09:00' }],
  ...{ canSign: true, canWithdraw: false, canClose: false, canAnswer: false },
};

beforeEach(logInForTest);

it('shows a signature at once, and the stored number after a failure [PETI-03]', async () => {
  let release: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    release = resolve;
  });
  fakeApi({
    'GET /api/petitions/7': { body: { petition: PETITION } },
    'PUT /api/petitions/7/signature': async () => {
      await isAnswered;
      const body = { error: 'PETITION_ENDED', message: '이미 끝났습니다.', requestId: 'x' };
      return { status: 409, body };
    },
  });
  await renderRouted(<PetitionBox postId={7} />);
  fireEvent.click(await screen.findByRole('button', { name: '서명하기' }));
  expect(await screen.findByText('5명 서명')).toBeDefined();
  expect(screen.getByRole('button', { name: '서명함', pressed: true })).toBeDefined();
  release();
  expect(await screen.findByText('4명 서명')).toBeDefined();
});

it('shows the answer, its former texts and who must answer [PETI-08]', async () => {
  const date = '2026-11-22T10:00:00+09:00';
  const answers = [
    { id: 2, content: '새 답변', date, version: 'v2' },
    { id: 1, content: '처음 답변', date, version: 'v1' },
  ];
  const petition = { ...PETITION, state: 'ANSWERED', canSign: false, canAnswer: true, answers };
  fakeApi({ 'GET /api/petitions/7': { body: { petition } } });
  await renderRouted(<PetitionBox postId={7} />);
  expect((await screen.findByRole('article')).textContent).toContain('새 답변');
  expect(screen.getByText('수정 전 답변 1개')).toBeDefined();
  expect(screen.getByRole('button', { name: '답변 수정' })).toBeDefined();
  expect(screen.queryByRole('button', { name: '서명하기' })).toBeNull();
});

it('amends the version of the answer that it began with [PETI-08, PETI-18]', async () => {
  const answers = [{ id: 2, content: '답변', date: '2026-11-22T10:00:00+09:00', version: 'v2' }];
  const petition = { ...PETITION, state: 'ANSWERED', canSign: false, canAnswer: true, answers };
  const bodies: unknown[] = [];
  fakeApi({
    'GET /api/petitions/7': { body: { petition } },
    'POST /api/petitions/7/answer': ({ body }) => {
      bodies.push(body);
      return { body: { petition } };
    },
  });
  await renderRouted(<PetitionBox postId={7} />);
  fireEvent.click(await screen.findByRole('button', { name: '답변 수정' }));
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '새 답변' } });
  fireEvent.click(screen.getByRole('button', { name: '저장' }));
  await vi.waitFor(() => expect(bodies).toEqual([{ content: '새 답변', amends: 'v2' }]));
});

it.each([
  ['MANAGER', 0],
  ['ADMIN', 2],
] as const)(
  'lets %s remove what is read of %i answers and reasons [PETI-18]',
  async (role, count) => {
    const date = '2026-11-22T10:00:00+09:00';
    const answers = [
      { id: 2, content: '김 아무개가 훔쳤습니다.', date, version: 'v2' },
      { id: 1, content: TEXTS.petitionRedacted, date, version: 'v1' },
    ];
    const petition = { ...PETITION, state: 'CLOSED', canSign: false, answers, closeReason: '욕설' };
    const bodies: unknown[] = [];
    fakeApi({
      'GET /api/petitions/7': { body: { petition } },
      'GET /api/member/me': { body: meAnswerFixture({ roles: ['USER', role] }) },
      'POST /api/petitions/7/redact': ({ body }) => {
        bodies.push(body);
        return { body: { petition } };
      },
    });
    await renderRouted(<PetitionBox postId={7} />);
    await screen.findByRole('article');
    const buttons = () => screen.queryAllByRole('button', { name: '내용 삭제' });
    await vi.waitFor(() => expect(buttons()).toHaveLength(count));
    const [, last] = buttons();
    if (last === undefined) return;
    fireEvent.click(last);
    fireEvent.change(await screen.findByLabelText(/사유/), { target: { value: '개인정보' } });
    fireEvent.click(screen.getByRole('button', { name: '삭제' }));
    await vi.waitFor(() => expect(bodies).toEqual([{ answerId: 2, reason: '개인정보' }]));
  },
);

it('leads to petitions that lead back to the page of their tab [PETI-21]', async () => {
  const row = { ...PETITION, title: '사물함', writerNickname: '해솔', commentCount: 0 };
  const page = { page: 1, size: 20, totalElements: 21, totalPages: 2 };
  fakeApi({
    'GET /api/petitions': { body: { petitions: [{ ...row, createdDate: '' }], page } },
    'GET /api/member/me': { body: meAnswerFixture() },
  });
  await renderRouted(<PetitionList tab="waiting" page={1} onPage={() => undefined} />);
  const link = await screen.findByRole('link', { name: /사물함/ });
  expect(link.getAttribute('href')).toBe('/main/community/petition/post/7?tab=waiting&page=2');
});
