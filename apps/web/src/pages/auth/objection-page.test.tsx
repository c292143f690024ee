import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { ObjectionPage } from './objection-page.tsx';

const READ = 'POST /api/suspension/read';
const SEND = 'POST /api/suspension/objection';
const suspension = {
  reason: '도배',
  until: '2026-12-01T23:59:59+09:00',
  linkUntil: '2026-11-30T09:00:00+09:00',
  objectedAt: null as string | null,
};

async function show(hash: string) {
  const { router } = await renderRouted(<ObjectionPage />);
  if (hash) await router.navigate({ to: '.', hash });
}

it('sends the objection of a suspended member with the token of the address [MOD-37]', async () => {
  let { objectedAt } = suspension;
  const calls = fakeApi({
    [READ]: () => ({ body: { ...suspension, objectedAt } }),
    [SEND]: () => {
      objectedAt = '2026-11-20T10:00:00+09:00';
      return { status: 201, body: { message: '' } };
    },
  });
  await show('token-1');
  expect(await screen.findByText('도배')).toBeDefined();
  expect(screen.getByText('2026-12-01까지')).toBeDefined();
  const field = screen.getByLabelText(/이의를 제기하는 이유/);
  fireEvent.input(field, { target: { value: '제가 아닙니다' } });
  fireEvent.click(screen.getByRole('button', { name: '이의 제기' }));
  expect(await screen.findByText('이의를 제기했습니다.')).toBeDefined();
  expect(calls).toContain(`${SEND} {"token":"token-1","content":"제가 아닙니다"}`);
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('shows what was typed to nobody with another link [MOD-37]', async () => {
  fakeApi({ [READ]: { body: suspension } });
  await show('MTIabcdef.1');
  const field = () => screen.findByLabelText<HTMLTextAreaElement>(/이의를 제기하는 이유/);
  fireEvent.input(await field(), { target: { value: '제가 아닙니다' } });
  cleanup();
  await show('MTMghijkl.1');
  expect((await field()).value).toBe('');
  cleanup();
  await show('MTIabcdef.1');
  expect((await field()).value).toBe('제가 아닙니다');
});

it('explains a link that does not work', async () => {
  const body = { error: 'OBJECTION_LINK_INVALID', message: '기간이 지났습니다.' };
  fakeApi({ [READ]: { status: 403, body } });
  await show('token-2');
  expect(await screen.findByText('기간이 지났습니다.')).toBeDefined();
  expect(screen.getByRole('link', { name: '로그인 화면으로' })).toBeDefined();
});

it('asks for the whole address without a token', async () => {
  const calls = fakeApi({});
  await show('');
  expect(await screen.findByText('이메일의 주소를 빠짐없이 열어 주세요.')).toBeDefined();
  expect(calls).toEqual([]);
});
