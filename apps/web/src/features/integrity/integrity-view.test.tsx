import type { CheckResult, Integrity } from '@naru/contract/integrity';
import { INTEGRITY_CHECKS } from '@naru/contract/integrity-checks';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { IntegrityView } from './integrity-view.tsx';

const STATE = 'GET /api/admin/integrity';
const RUN = 'POST /api/admin/integrity/run';
const RECOUNT = 'POST /api/admin/integrity/recount';

const summary = { id: 2, startedAt: '2026-11-23T03:10:00+09:00', seconds: 4.2, faults: 0 };
const result = (check: CheckResult['check'], more: Partial<CheckResult> = {}): CheckResult => ({
  ...{ check, state: 'WELL', looked: 1_200, faults: 0, examples: [] },
  ...more,
});
const well = INTEGRITY_CHECKS.map((check) => result(check));
const WELL: Integrity = {
  isPending: false,
  latest: { ...summary, state: 'WELL', checks: well },
  earlier: [{ ...summary, id: 1, state: 'FAULTY', faults: 3 }],
};
const broken = (more: Partial<Integrity> = {}): Integrity => ({
  ...WELL,
  latest: {
    ...summary,
    state: 'FAULTY',
    faults: 23,
    checks: [
      result('POST_COUNTS', { state: 'FAULTY', faults: 22, examples: ['7', '9'] }),
      result('CRYPT', { state: 'FAULTY', faults: 1, examples: ['posts'] }),
      result('FILE_ROWS', { state: 'FAILED', looked: 0 }),
    ],
  },
  ...more,
});

let calls: string[];
async function show(body: Integrity, more: Parameters<typeof fakeApi>[0] = {}) {
  calls = fakeApi({ [STATE]: { body }, ...more });
  await renderRouted(<IntegrityView />);
}
const rows = async () =>
  within(await screen.findByRole('list', { name: '점검 항목' })).getAllByRole('listitem');

beforeEach(() => logInForTest());

describe('IntegrityView', () => {
  it('says that nothing was checked yet, and asks for a check [ADMIN-132]', async () => {
    await show(
      { isPending: false, latest: null, earlier: [] },
      { [RUN]: { body: { message: '점검을 시작합니다.' } } },
    );
    await screen.findByText('아직 점검한 적이 없습니다.');
    fireEvent.click(screen.getByRole('button', { name: '지금 확인' }));
    await waitFor(() => expect(calls).toContain(RUN));
  });

  it('lists every check with its state, and the reports before [ADMIN-132]', async () => {
    await show(WELL);
    expect(await rows()).toHaveLength(INTEGRITY_CHECKS.length);
    expect(screen.getByText('모두 맞습니다.')).toBeDefined();
    expect(screen.getByText(/4\.2초 걸림/)).toBeDefined();
    const earlier = within(screen.getByRole('region', { name: '지난 점검' }));
    expect(earlier.getByRole('listitem').textContent).toContain('3건어긋남');
    expect(screen.queryByRole('button', { name: /다시 세기/ })).toBeNull();
  });

  it('says where faults are, and counts again after a question [ADMIN-132]', async () => {
    await show(broken(), { [RECOUNT]: { body: { message: '다시 셉니다.' } } });
    const [counts, seals, files] = await rows();
    expect(screen.getByText('어긋난 데이터가 23건 있습니다.')).toBeDefined();
    expect(counts?.textContent).toContain('22건 / 1,200개');
    expect(counts?.textContent).toContain('예: 7, 9');
    expect(seals?.textContent).toContain('위치: posts');
    expect(files?.textContent).toContain('확인 못 함');
    const buttons = screen.getAllByRole('button', { name: /다시 세기$/ });
    expect(buttons).toHaveLength(1);
    fireEvent.click(buttons[0] as HTMLElement);
    const question = await screen.findByRole('alertdialog');
    const asked = () => calls.filter((call) => call.startsWith(RECOUNT));
    expect(asked()).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: '다시 세기' }));
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]).toContain('POST_COUNTS');
  });

  it('waits for a check that runs [ADMIN-132]', async () => {
    await show(broken({ isPending: true }));
    expect(await screen.findByText('점검하고 있습니다.')).toBeDefined();
    const button = screen.getByRole('button', { name: /지금 확인/ });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });
});
