import { HEAD_BOARDS } from '@naru/contract/heads';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  SETTINGS,
  SETTINGS_PAGES,
  type SettingName,
} from '../../features/settings/setting-names.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { SettingsPanel } from './settings-panel.tsx';

const link = (label: string) => ({ label, url: 'https://example.com/' });
const STORED = {
  ...{ directMessage: 'locked', studyRoomMenu: 'locked', staffSecondFactor: false },
  linkTitles: false,
  quickLinks: ['1', '2', '3', '4'].map(link),
  footer: { about: '소개', contact: '사무실', email: 'office@example.com' },
  ...{ footerLinks: [link('홈')], blindAfter: 5, anonymousBoards: [] },
  petitions: { threshold: 30, collectDays: 30, answerDays: 14, addressees: ['OFFICE'] },
  heads: Object.fromEntries(HEAD_BOARDS.map((one) => [one, { isRequired: false, heads: [] }])),
  ...{ siteName: '나루', shortName: '', universityName: '', departmentName: '학과' },
  ...{ officeName: '사무실', color: '', logoUrl: '', version: 'v1' },
};

const FIELDS = Object.keys(SETTINGS).filter(
  (name) => SETTINGS[name as SettingName].page !== 'documents',
) as SettingName[];

it.each(FIELDS)(
  'an address that names %s opens its page and focuses it [ADMIN-234]',
  async (name) => {
    fakeApi({
      'GET /api/admin/settings': { body: STORED },
      'GET /api/admin/identity': { body: STORED },
    });
    const { page } = SETTINGS[name];
    await renderRouted(<SettingsPanel />, [], `/?menu=SETTINGS&category=${page}#${name}`);
    await screen.findByRole('form');
    const { label } = SETTINGS_PAGES.find(({ value }) => value === page) ?? { label: '' };
    const pages = within(screen.getByRole('navigation', { name: '설정 페이지' }));
    expect(pages.getByRole('link', { name: label }).ariaCurrent).toBe('page');
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    const focused = document.activeElement;
    const part = focused?.closest(`[data-setting="${name}"]`);
    expect(part !== null || focused?.getAttribute('name') === name).toBe(true);
  },
);

const DOCUMENT = {
  ...{ version: '2026-12-01', note: '', asksConsent: false, publishedAt: null, change: null },
  ...{ content: '소개', effectiveOn: '2026-12-01', upcoming: null, revision: 'r1', history: [] },
};

it('keeps what is set for a document when the address names the other one, each time [ADMIN-234]', async () => {
  fakeApi({
    'GET /api/documents/terms': { body: { ...DOCUMENT, document: 'terms' } },
    'GET /api/documents/privacy': { body: { ...DOCUMENT, document: 'privacy' } },
  });
  const at = '/?menu=SETTINGS&category=documents#terms';
  const { router } = await renderRouted(<SettingsPanel />, [], at);
  const kind = () => screen.getByRole<HTMLSelectElement>('combobox', { name: /변경의 종류/ });
  await screen.findByRole('combobox', { name: /변경의 종류/ });
  fireEvent.change(kind(), { target: { value: 'ADVERSE' } });
  let turn = 0;
  const isOpen = (name: string) =>
    waitFor(() => expect(screen.getByRole('form', { name })).toBeDefined());
  const goTo = (hash: string) => {
    turn += 1;
    const state = { arrival: String(turn) };
    return act(() =>
      router.navigate({ to: '.', search: (now: object) => now, hash, state } as never),
    );
  };
  await goTo('privacy');
  await isOpen('개인정보 처리방침');
  fireEvent.click(screen.getByRole('radio', { name: '이용약관' }));
  expect(kind().value).toBe('ADVERSE');
  await goTo('privacy');
  await isOpen('개인정보 처리방침');
  await goTo('terms');
  await isOpen('이용약관');
  expect(kind().value).toBe('ADVERSE');
});

it('has one save on each page [ADMIN-236]', async () => {
  fakeApi({
    'GET /api/admin/settings': { body: STORED },
    'GET /api/admin/identity': { body: STORED },
  });
  await renderRouted(<SettingsPanel />, [], '/?menu=SETTINGS');
  expect(await screen.findByRole('form', { name: '사이트 설정' })).toBeDefined();
  expect(screen.getAllByRole('button', { name: /저장/ })).toHaveLength(1);
  expect(screen.getAllByRole('form')).toHaveLength(1);
});
