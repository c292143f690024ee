import type { Petition } from '@naru/contract/petitions';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { PetitionBox } from './petition-box.tsx';

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
    { id: 2, content: '새 답변', date },
    { id: 1, content: '처음 답변', date },
  ];
  const petition = { ...PETITION, state: 'ANSWERED', canSign: false, canAnswer: true, answers };
  fakeApi({ 'GET /api/petitions/7': { body: { petition } } });
  await renderRouted(<PetitionBox postId={7} />);
  expect((await screen.findByRole('article')).textContent).toContain('새 답변');
  expect(screen.getByText('수정 전 답변 1개')).toBeDefined();
  expect(screen.getByRole('button', { name: '답변 수정' })).toBeDefined();
  expect(screen.queryByRole('button', { name: '서명하기' })).toBeNull();
});
