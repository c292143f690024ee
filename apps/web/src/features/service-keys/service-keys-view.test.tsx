import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { ServiceKeysView } from './service-keys-view.tsx';

const LIST = 'GET /api/admin/service-keys';
const MAKE = 'POST /api/admin/service-keys';
const REVOKE = 'DELETE /api/admin/service-keys/3';
const KEY = {
  id: 3,
  name: '학교 홈페이지',
  prefix: 'naru_k7Qp2x',
  madeBy: '관리자',
  madeAt: '2026-11-02T09:00:00+09:00',
  lastUsedAt: '2026-11-20T09:00:00+09:00',
  uses: 1_204,
  revokedAt: null,
};
const OLD = { ...KEY, id: 2, lastUsedAt: null, uses: 0, revokedAt: '2026-11-01T09:00:00+09:00' };
const SECRET = 'naru_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

let calls: string[];

async function show(answers: Parameters<typeof fakeApi>[0] = {}) {
  calls = fakeApi({ [LIST]: { body: { keys: [KEY, OLD] } }, ...answers });
  await renderRouted(<ServiceKeysView />);
}

beforeEach(() => logInForTest());

it('lists keys with their uses; revoked ones have no button [SVC-01]', async () => {
  await show();
  const rows = await screen.findAllByRole('article');
  expect(rows[0]?.textContent).toContain('naru_k7Qp2x…');
  expect(rows[0]?.textContent).toContain('1,204번 씀');
  expect(rows[1]?.textContent).toContain('폐기됨');
  expect(screen.getAllByRole('button', { name: '학교 홈페이지 키 폐기' })).toHaveLength(1);
});

it('shows a new key once, which can be copied [SVC-01]', async () => {
  await show({
    [LIST]: { body: { keys: [] } },
    [MAKE]: { status: 201, body: { id: 4, key: SECRET, message: '발급했습니다.' } },
  });
  await screen.findByText('아직 서비스 키가 없습니다.');
  fireEvent.click(screen.getByRole('button', { name: '새 키 발급' }));
  const dialog = await screen.findByRole('dialog', { name: '새 서비스 키' });
  fireEvent.click(within(dialog).getByRole('button', { name: '발급' }));
  expect(await within(dialog).findByText(/키의 이름을 1자 이상/)).toBeDefined();
  fireEvent.change(within(dialog).getByLabelText(/키의 이름/), { target: { value: '학과' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '발급' }));
  const shown = await screen.findByRole('dialog', { name: '서비스 키를 발급했습니다' });
  expect(within(shown).getByDisplayValue(SECRET)).toBeDefined();
  const writeText = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  fireEvent.click(within(shown).getByRole('button', { name: '복사' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(SECRET));
  Reflect.deleteProperty(navigator, 'clipboard');
  fireEvent.click(within(shown).getByRole('button', { name: '보관했습니다' }));
  await waitFor(() => expect(screen.queryByDisplayValue(SECRET)).toBeNull());
  expect(calls.filter((call) => call.startsWith(MAKE))).toHaveLength(1);
});

it('revokes a key after a question [SVC-01]', async () => {
  await show({ [REVOKE]: { body: { message: '서비스 키를 폐기했습니다.' } } });
  fireEvent.click(await screen.findByRole('button', { name: '학교 홈페이지 키 폐기' }));
  const question = await screen.findByRole('alertdialog', { name: '이 서비스 키를 폐기할까요?' });
  expect(calls).not.toContain(REVOKE);
  fireEvent.click(within(question).getByRole('button', { name: '폐기' }));
  await waitFor(() => expect(calls).toContain(REVOKE));
});
