import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { SiteStatusView } from './site-status-view.tsx';

const NOTICE = {
  isOn: false,
  text: '',
  url: '',
  level: 'INFO',
  audience: 'ALL',
  startsAt: null,
  endsAt: null,
};
const READ_ONLY = {
  reason: '서버를 옮기고 있습니다.',
  until: null,
  since: '2026-11-20T14:00:00+09:00',
};

let calls: string[];
beforeEach(() => {
  localStorage.clear();
  const ignore = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = ignore;
      unobserve = ignore;
      disconnect = ignore;
    },
  );
  calls = fakeApi({
    'GET /api/admin/site-notice': { body: { ...NOTICE, version: 'v1' } },
    'PUT /api/admin/site-notice': ({ body }) => ({ body: { ...(body as object), version: 'v2' } }),
    'GET /api/admin/read-only': { body: { readOnly: null } },
    'PUT /api/admin/read-only': { body: { readOnly: READ_ONLY } },
    'DELETE /api/admin/read-only': { body: { readOnly: null } },
  });
});
const type = (name: RegExp, value: string) =>
  fireEvent.input(screen.getByRole('textbox', { name }), { target: { value } });
const sent = (call: string) => calls.find((one) => one.startsWith(call));

it('saves a notice, which needs a text to be shown [ADMIN-432]', async () => {
  await renderRouted(<SiteStatusView />);
  const shows = await screen.findByRole('checkbox', { name: '알림 표시' });
  expect(screen.queryByRole('textbox', { name: /^알림/ })).toBeNull();
  fireEvent.click(shows);
  const save = () => fireEvent.click(screen.getByRole('button', { name: '상단 알림 저장' }));
  save();
  expect(await screen.findByText('알림을 입력해 주세요.')).toBeDefined();
  type(/^알림/, '오늘 밤 점검합니다.');
  fireEvent.click(screen.getByRole('radio', { name: '긴급' }));
  expect(screen.getByText(/닫을 수 없습니다/)).toBeDefined();
  save();
  await expect.poll(() => sent('PUT /api/admin/site-notice')).toContain('"level":"URGENT"');
  expect(sent('PUT /api/admin/site-notice')).toContain('오늘 밤 점검합니다.');
});

it('says that a text is not shown while it is switched off [ADMIN-432]', async () => {
  await renderRouted(<SiteStatusView />);
  const shown = await screen.findByRole('checkbox', { name: '알림 표시' });
  const note = /‘알림 표시’를 켜야 보입니다/;
  fireEvent.click(shown);
  type(/^알림/, '오늘 밤 점검합니다.');
  expect(screen.queryByText(note)).toBeNull();
  fireEvent.click(shown);
  expect(await screen.findByText(note)).toBeDefined();
});

it('switches the read-only mode off, which shows why it is on [OPS-496]', async () => {
  calls = fakeApi({
    'GET /api/admin/site-notice': { body: { ...NOTICE, version: 'v1' } },
    'GET /api/admin/read-only': { body: { readOnly: READ_ONLY } },
    'DELETE /api/admin/read-only': { body: { readOnly: null } },
  });
  await renderRouted(<SiteStatusView />);
  expect(await screen.findByText(READ_ONLY.reason)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '읽기 전용 끄기' }));
  expect(await screen.findByRole('button', { name: '읽기 전용 켜기' })).toBeDefined();
});

it('refuses to switch it on without a reason, and keeps the draft of one [OPS-496]', async () => {
  await renderRouted(<SiteStatusView />);
  fireEvent.click(await screen.findByRole('button', { name: '읽기 전용 켜기' }));
  expect(await screen.findByText('이유를 입력해 주세요.')).toBeDefined();
  expect(sent('PUT /api/admin/read-only')).toBeUndefined();
});
