import type { BackupArchive, Backups } from '@naru/contract/backups';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { BackupsPanel } from './backups-panel.tsx';

const LIST = 'GET /api/admin/backups';
const MAKE = 'POST /api/admin/backups';
const PROVE = 'POST /api/admin/backups/prove';
const NAME = 'naru-20261122T190000Z-manual.tar.gz';
const LINK = `POST /api/admin/backups/${NAME}/link`;

const archive = (more: Partial<BackupArchive> = {}): BackupArchive => ({
  ...{ name: NAME, madeAt: '2026-11-23T04:00:00+09:00', bytes: 3 * 1024 ** 2, kind: 'MANUAL' },
  ...{ version: '0.5.0', isEncrypted: false, server: 'naru-1', isHere: true, proof: null },
  isRemovable: false,
  ...more,
});
const EMPTY: Backups = {
  ...{ archives: [], server: 'naru-1', folder: '/backup/naru', free: 5 * 1024 ** 3 },
  ...{ isEncrypted: false, plan: null, plannedServer: null, last: null, failure: null },
  tasks: [],
  proof: { plan: null, last: null, failure: null },
};
const refusal = (error: string) => ({
  status: 403,
  body: { error, message: error, requestId: 'x' },
});

let calls: string[];
let enabledAt: string | null;
async function show(more: Partial<Backups> = {}, answers: Parameters<typeof fakeApi>[0] = {}) {
  const factor = { recoveryCodesLeft: 10, isRequired: false };
  calls = fakeApi({
    [LIST]: { body: { ...EMPTY, ...more } },
    'GET /api/member/second-factor': () => ({ body: { ...factor, enabledAt } }),
    ...answers,
  });
  await renderRouted(<BackupsPanel />);
  await screen.findByRole('heading', { name: '백업 목록' });
}
const region = (name: string) => within(screen.getByRole('region', { name }));

beforeEach(() => {
  logInForTest();
  enabledAt = '2026-11-01T00:00:00+09:00';
});

describe('BackupsPanel', () => {
  it('says that there is none, what it would contain, and asks for one [ADMIN-334]', async () => {
    await show({}, { [MAKE]: { body: { message: '백업을 시작합니다.' } } });
    expect(region('백업').getByText('아직 백업한 기록이 없습니다.')).toBeDefined();
    expect(region('백업').getByText(/회원 정보, 글, 메시지와 올린 파일이 모두/)).toBeDefined();
    expect(region('백업').getByText('/backup/naru (서버 naru-1)')).toBeDefined();
    expect(region('복원 확인').getByRole('button', { name: '지금 확인' })).toHaveProperty(
      'disabled',
      true,
    );
    fireEvent.click(region('백업').getByRole('button', { name: '지금 백업' }));
    await waitFor(() => expect(calls).toContain(MAKE));
  });

  it('shows how far a backup is, also one that another server makes [ADMIN-334]', async () => {
    const running = { kind: 'BACKUP' as const, isRunning: true, step: 'TABLES' as const };
    const waiting = { kind: 'PROOF' as const, isRunning: false, step: null, done: 0, total: null };
    await show({ tasks: [{ ...running, done: 30, total: 120 }, waiting] });
    const step = region('백업').getByText('데이터베이스를 저장하고 있습니다.');
    // The count changes every other second: it is not announced.
    expect([
      step.ariaLive ?? step.getAttribute('aria-live'),
      step.parentElement?.textContent,
    ]).toEqual(['polite', '데이터베이스를 저장하고 있습니다. (30/120)']);
    expect(region('백업').getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    expect(region('복원 확인').getByText('차례가 되면 시작합니다.')).toBeDefined();
  });

  it('says why a backup and a proof failed and what to do [ADMIN-334]', async () => {
    const at = '2026-11-23T04:00:00+09:00';
    const proof = { at, reason: 'DAMAGED' as const, server: null, archive: NAME };
    await show({
      failure: { at, reason: 'DISK_FULL', server: 'naru-1' },
      proof: { plan: { every: 'DAY', time: '05:30' }, last: null, failure: proof },
    });
    expect(
      region('백업').getByText(/남은 공간이 없습니다.+오래된 백업을 다른 곳으로/),
    ).toBeDefined();
    expect(region('복원 확인').getByText(/손상되었거나.+지금 새로 백업해 주세요/)).toBeDefined();
    expect(region('복원 확인').getByText('매일 05:30')).toBeDefined();
  });

  it('lists archives with what is known of them, and those of another server [ADMIN-334]', async () => {
    const at = '2026-11-24T05:40:00+09:00';
    const last = { at, archive: NAME, seconds: 75, rows: 12_000, files: 30, faults: 0 };
    await show({
      archives: [
        archive({ proof: { at, isWell: true }, isEncrypted: true, kind: 'AUTO' }),
        archive({ name: 'b', isHere: false, server: 'naru-2', proof: { at, isWell: false } }),
      ],
      proof: { plan: null, last, failure: null },
    });
    const [first, second] = region('백업 목록').getAllByRole('listitem');
    expect(first?.textContent).toMatch(/2026-11-23 04:00자동암호화복원 확인3MB버전 0\.5\.0/);
    expect(second?.textContent).toMatch(/수동복원 실패.+서버 naru-2의 폴더에서 복사해 주세요/);
    expect(region('백업 목록').getAllByRole('button', { name: /내려받기$/ })).toHaveLength(1);
    expect(region('복원 확인').getByText(/이상 없음/).textContent).toBe(
      '마지막 복원 확인 2026-11-24 05:40, 이상 없음',
    );
    expect(region('복원 확인').getByText('데이터 12,000건, 파일 30개, 1분 걸림')).toBeDefined();
  });

  const enterCode = async () => {
    fireEvent.click(await screen.findByRole('button', { name: `${NAME} 내려받기` }));
    fireEvent.input(await screen.findByLabelText('인증 코드'), { target: { value: '123456' } });
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: '내려받기' }));
  };

  it('downloads after the password and a code [ADMIN-335]', async () => {
    let isProven = false;
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await show(
      { archives: [archive()] },
      {
        [LINK]: () =>
          isProven ? { body: { url: '/files/backup/t' } } : refusal('REAUTH_REQUIRED'),
        'POST /api/member/verify-password': () => {
          isProven = true;
          return { body: { message: true, reauthUntil: null } };
        },
      },
    );
    await enterCode();
    fireEvent.input(await screen.findByLabelText('비밀번호'), { target: { value: 'secret-1' } });
    fireEvent.click(screen.getByRole('button', { name: '확인' }));
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    const [link] = clicked.mock.contexts as HTMLAnchorElement[];
    expect([link?.getAttribute('href'), link?.download]).toEqual(['/files/backup/t', NAME]);
    await waitFor(() => expect(screen.queryByLabelText('인증 코드')).toBeNull());
  });

  it('says how to get a second factor to who has none, and shows a wrong code [ADMIN-335]', async () => {
    const wrong = {
      ...refusal('CODE_INCORRECT').body,
      message: '인증 코드가 올바르지 않습니다. 이메일의 코드를 다시 확인해 주세요.',
    };
    await show({ archives: [archive()] }, { [LINK]: { status: 400, body: wrong } });
    enabledAt = null;
    fireEvent.click(screen.getByRole('button', { name: `${NAME} 내려받기` }));
    expect(await screen.findByText('먼저 2단계 인증을 켜 주세요.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '취소' }));
    enabledAt = '2026-11-01T00:00:00+09:00';
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: `${NAME} 내려받기` }).getAttribute('aria-busy'),
      ).toBeNull(),
    );
    await enterCode();
    expect(
      await screen.findByText('인증 코드가 올바르지 않습니다. 이메일의 코드를 다시 확인해 주세요.'),
    ).toBeDefined();
  });

  it('asks once for a button that is pressed twice [ADMIN-335]', async () => {
    let answer: (response: { body: unknown }) => void = () => undefined;
    const FACTOR = 'GET /api/member/second-factor';
    const waiting = () => new Promise<{ body: unknown }>((resolve) => (answer = resolve));
    await show({ archives: [archive()] }, { [FACTOR]: waiting });
    const download = screen.getByRole('button', { name: `${NAME} 내려받기` });
    fireEvent.click(download);
    await waitFor(() => expect(download.getAttribute('aria-busy')).toBe('true'));
    fireEvent.click(download);
    answer({ body: { enabledAt, recoveryCodesLeft: 10, isRequired: false } });
    await screen.findByLabelText('인증 코드');
    expect(calls.filter((call) => call === FACTOR)).toHaveLength(1);
  });

  it('removes a manual one after a question [ADMIN-335]', async () => {
    const REMOVE = `DELETE /api/admin/backups/${NAME}`;
    await show(
      { archives: [archive({ isRemovable: true })] },
      { [REMOVE]: { body: { message: '백업을 삭제했습니다.' } }, [PROVE]: { body: {} } },
    );
    fireEvent.click(screen.getByRole('button', { name: `${NAME} 삭제` }));
    const question = within(await screen.findByRole('alertdialog'));
    fireEvent.click(question.getByRole('button', { name: '삭제' }));
    await waitFor(() => expect(calls).toContain(REMOVE));
  });
});
