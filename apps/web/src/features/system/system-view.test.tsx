import type { SystemState } from '@naru/contract/system';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { SystemView } from './system-view.tsx';

const STATE: SystemState = {
  version: '1.2.3',
  commit: 'abc12345',
  uptime: 7_260,
  engines: [
    { name: 'database', state: 'up' },
    { name: 'email', state: 'off' },
  ],
  lastBackup: null,
  backupFailure: null,
  proofFailure: null,
  jobs: { waiting: 0, failed: 2, oldest: null },
  emails: { waiting: 3, oldest: '2026-11-20T09:00:00+09:00', failingSince: null },
  disk: { free: 5 * 1024 ** 3, size: 100 * 1024 ** 3 },
};

const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('SystemView', () => {
  it('says that the state could not be loaded, and tries again [ADMIN-81]', async () => {
    let isDown = true;
    fakeApi({
      'GET /api/admin/system': () =>
        isDown
          ? { status: 503, body: { error: 'UNAVAILABLE', message: '잠시 후', requestId: 'x' } }
          : { body: STATE },
    });
    renderWithClient(<SystemView />);
    await screen.findByText('서버 상태를 불러오지 못했습니다.');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(await screen.findByText('모두 정상입니다.')).toBeDefined();
  });

  it('shows version, engines, queues, backup and disk in words [ADMIN-81, OPS-190]', async () => {
    fakeApi({ 'GET /api/admin/system': { body: STATE } });
    renderWithClient(<SystemView />);
    await screen.findByText('모두 정상입니다.');
    expect(lines()).toEqual(['데이터베이스정상', '이메일사용 안 함']);
    const figures = within(screen.getByRole('region', { name: '수치' }));
    expect(figures.getByText('1.2.3 (abc12345)')).toBeDefined();
    expect(figures.getByText('2시간 1분')).toBeDefined();
    expect(figures.getByText('기록 없음')).toBeDefined();
    expect(figures.getByText(/^3건/).textContent).toMatch(/^3건 가장 오래된 것은/);
    expect(figures.getByText('2건')).toBeDefined();
    expect(figures.getByText(/^5GB/).textContent).toBe('5GB / 100GB부족');
  });

  it('says when, why and where the last backup failed [ADMIN-81]', async () => {
    const backupFailure: SystemState['backupFailure'] = {
      at: '2026-11-29T04:00:00+09:00',
      reason: 'DISK_FULL',
      server: 'naru-1',
    };
    fakeApi({ 'GET /api/admin/system': { body: { ...STATE, backupFailure } } });
    renderWithClient(<SystemView />);
    const figures = within(await screen.findByRole('region', { name: '수치' }));
    expect(figures.getByText(/백업하지 못했습니다/).textContent).toBe(
      '2026-11-29 04:00에 백업하지 못했습니다. 백업을 저장할 디스크에 남은 공간이 없습니다. (서버 naru-1)',
    );
  });

  it('names an engine of a server of another release [ADMIN-81]', async () => {
    const engines = [{ name: 'replica', state: 'up' }];
    fakeApi({ 'GET /api/admin/system': { body: { ...STATE, engines } } });
    renderWithClient(<SystemView />);
    expect(await screen.findByText('replica')).toBeDefined();
  });

  it('says what does not work while an engine is away [ADMIN-81]', async () => {
    const engines: SystemState['engines'] = [
      { name: 'database', state: 'up' },
      { name: 'storage', state: 'down' },
    ];
    fakeApi({ 'GET /api/admin/system': { body: { ...STATE, engines } } });
    renderWithClient(<SystemView />);
    expect(await screen.findByText(/확인이 필요한 것이 있습니다/)).toBeDefined();
    expect(lines()[1]).toContain('글은 그대로 쓸 수 있습니다.');
    expect(lines()[1]).toContain('이상');
  });
});
