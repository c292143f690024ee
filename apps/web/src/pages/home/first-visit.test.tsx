import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { installWay } from '../../lib/install.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { FirstVisitSlot } from './first-visit-slot.tsx';

const YEAR = { studyYear: null, studyYearOf: null, academicYear: 2026, suggestion: 2 };
const END = 'PUT /api/member/first-visit';
const SET_YEAR = 'PUT /api/member/study-year';
const PATIENT = { timeout: 15_000 };

beforeEach(() => {
  logInForTest();
  installWay.set('prompt');
});

async function show(role = 'STUDENT', year = YEAR) {
  const calls = fakeApi({
    'GET /api/member/study-year': { body: year },
    [SET_YEAR]: ({ body }) => ({ body: { ...year, ...(body as object), message: '' } }),
    [END]: { body: { isNew: false } },
  });
  const me = { id: 1, roles: [role], isNew: true };
  const { client, router } = await renderRouted(<FirstVisitSlot />, [['me', me]]);
  await screen.findByRole('heading', { name: /정해 주세요/ }, PATIENT);
  const isNew = () => client.getQueryData<{ isNew: boolean }>(['me'])?.isNew;
  return { calls, isNew, router };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const year = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

describe('the first visit', () => {
  it('takes the year that the student number suggests with one tap [MEMB-70]', async () => {
    const { calls, isNew } = await show();
    await waitFor(() => expect(year('2학년').checked).toBe(true));
    press('완료');
    await waitFor(() => expect(calls).toContain(END));
    expect(calls).toContain(`${SET_YEAR} {"studyYear":2}`);
    expect(isNew()).toBe(false);
  });

  it('takes another year [MEMB-70]', async () => {
    const { calls } = await show();
    fireEvent.click(year('4학년'));
    press('완료');
    await waitFor(() => expect(calls).toContain(`${SET_YEAR} {"studyYear":4}`));
  });

  const CATALOG = '/main/study-dashboard/catalog';

  it('leads to the lectures, states no guess and goes on after that [MEMB-70]', async () => {
    const { calls, isNew, router } = await show();
    await waitFor(() => expect(year('2학년').checked).toBe(true));
    press('강의 추가');
    await waitFor(() => expect(router.state.location.pathname).toBe(CATALOG));
    expect(isNew()).toBe(true);
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual([]);
  });

  it('states a chosen year on the way to the lectures [MEMB-70]', async () => {
    const { calls, isNew } = await show();
    fireEvent.click(year('4학년'));
    press('강의 추가');
    await waitFor(() => expect(calls).toContain(`${SET_YEAR} {"studyYear":4}`));
    expect(isNew()).toBe(true);
    expect(calls).not.toContain(END);
  });

  it('is skipped without stating anything, and never asked again [MEMB-70]', async () => {
    const { calls, isNew } = await show();
    press('건너뛰기');
    await waitFor(() => expect(calls).toContain(END));
    expect(calls.filter((call) => call.startsWith(SET_YEAR))).toEqual([]);
    expect(isNew()).toBe(false);
  });

  it('does not state a year again that the roster gave [MEMB-70]', async () => {
    const { calls } = await show('STUDENT', { ...YEAR, studyYear: 3 as never });
    await waitFor(() => expect(year('3학년').checked).toBe(true));
    press('완료');
    await waitFor(() => expect(calls).toContain(END));
    expect(calls.filter((call) => call.startsWith(SET_YEAR))).toEqual([]);
  });

  it('offers to install the app, and asks staff for no year [MEMB-70]', async () => {
    const prompt = vi.fn(async () => ({ outcome: 'accepted' }));
    Object.assign(window, { naruInstall: { prompt } });
    const { calls } = await show('PROFESSOR');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(calls).toEqual([]);
    press('설치');
    expect(prompt).toHaveBeenCalledOnce();
    expect(await screen.findByText('설치했습니다')).toBeDefined();
  });
});
