import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SETTINGS, type SettingName } from '../../features/settings/setting-names.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderPage } from '../../testing/fake-page.tsx';
import { settingOptions } from './console-options.tsx';
import { ConsoleSearch } from './console-search.tsx';
import { useSearchKey } from './use-search-key.ts';

const MEMBER = {
  ...{ id: 7, username: '20250001', name: '김하늘', nickname: '해솔' },
  email: 'haesol@example.com',
};

/** Without the quotes of the test's router around figures. */
const placeOf = (router: { state: { location: { href: string } } }) =>
  router.state.location.href.replaceAll('%22', '');

async function open(role: 'ADMIN' | 'MANAGER' | 'STUDENT_COUNCIL' = 'ADMIN', found = [MEMBER]) {
  const calls = fakeApi({ 'GET /api/admin/search-users': () => ({ body: found }) });
  let closed = 0;
  const router = await renderPage(
    () => <ConsoleSearch roles={['USER', role]} onClose={() => (closed += 1)} />,
    { path: '/$' },
  );
  const box = await screen.findByRole<HTMLInputElement>('combobox');
  const type = (value: string) => fireEvent.input(box, { target: { value } });
  const press = (key: string) => fireEvent.keyDown(box, { key, code: key });
  const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  const searches = () => calls.filter((call) => call.includes('search-users'));
  return { box, type, press, names, searches, router, closed: () => closed };
}

it.each([
  ['식단', '/admin?menu=MENU'],
  ['학식', '/admin?menu=MENU'],
  ['ㄱㅅㄱㄹ', '/admin?menu=AUDIT'],
  ['대표 색', '/admin?menu=SETTINGS&category=site#color'],
  ['푸터', '/admin?menu=SETTINGS&category=home#footer'],
  ['블라인드', '/admin?menu=SETTINGS&category=boards#blindAfter'],
  ['약관과 방침', '/admin?menu=SETTINGS&category=documents'],
])('finds %s and opens it with Enter [ADMIN-234]', async (words, path) => {
  const { type, press, router, closed } = await open();
  type(words);
  press('Enter');
  await waitFor(() => expect(placeOf(router)).toBe(path));
  expect(closed()).toBe(1);
});

it('finds by the syllable that is being composed [ADMIN-234]', async () => {
  const { box, type, names } = await open();
  fireEvent.compositionStart(box);
  for (const stage of ['ㅂ', '배', '밴']) {
    type(stage);
    expect(names()).toContain('배너콘텐츠');
    expect(names()).not.toContain('설정사이트');
  }
  expect(box.value).toBe('밴');
});

it('offers nothing that the role may not open [ADMIN-234]', async () => {
  const { type, names, searches } = await open('MANAGER');
  expect(names()).toHaveLength(12);
  for (const words of ['설정', '로고', '감사', '김하늘']) {
    type(words);
    expect(names()).toEqual([`‘${words}’ 글과 강의 검색`]);
  }
  expect(searches()).toEqual([]);
});

it('searches members only when asked, as each search is on record, and opens the card [ADMIN-235]', async () => {
  const { type, press, names, searches, router } = await open();
  for (const words of ['김', '김하', '김하늘']) type(words);
  expect(searches()).toEqual([]);
  press('Enter');
  expect(await screen.findByRole('option', { name: /해솔/ })).toBeDefined();
  expect(searches()).toEqual(['GET /api/admin/search-users']);
  press('ArrowDown');
  expect(within(screen.getByRole('group', { name: '회원' })).getByRole('option').ariaSelected).toBe(
    'true',
  );
  press('Enter');
  await waitFor(() => expect(placeOf(router)).toBe('/admin?menu=ROLES&query=20250001'));
  expect(names()).not.toContain('‘김하늘’ 회원 검색');
});

it('asks once while it searches, and stays in the console when nobody is found [ADMIN-235]', async () => {
  const { box, type, press, searches, closed } = await open('ADMIN', []);
  type('없는이');
  press('Enter');
  press('Enter');
  expect(await screen.findByText('검색된 회원이 없습니다.')).toBeDefined();
  press('Enter');
  expect([searches().length, closed()]).toEqual([1, 0]);
  expect(box.isConnected).toBe(true);
  press('ArrowDown');
  press('Enter');
  await waitFor(() => expect(closed()).toBe(1));
});

it('finds what is seen while a syllable is composed, and takes no arrow of it [ADMIN-234, UI-332]', async () => {
  const { box, press, names } = await open();
  fireEvent.compositionStart(box);
  fireEvent.input(box, { target: { value: '식다' } });
  expect(names()).toContain('식단콘텐츠');
  fireEvent.keyDown(box, { key: 'ArrowDown', isComposing: true });
  expect(screen.queryByRole('option', { selected: true })).toBeNull();
  fireEvent.input(box, { target: { value: '식단' } });
  expect(names()[0]).toBe('식단콘텐츠');
  fireEvent.compositionEnd(box);
  press('ArrowDown');
  const first = screen.getByRole('option', { selected: true });
  expect(box.getAttribute('aria-activedescendant')).toBe(first.id);
});

it('finds each single setting by its label [ADMIN-234]', () => {
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    const { options } = settingOptions(SETTINGS[name].label, ['ADMIN']);
    expect(options.map(({ target }) => target)).toContainEqual({
      kind: 'place',
      search: { menu: 'SETTINGS', category: SETTINGS[name].page },
      hash: name,
    });
  }
});

it('opens by Ctrl+K or ⌘K ahead of the search over everything, which has `/` [ADMIN-234]', async () => {
  let opened = 0;
  await renderPage(
    () => {
      useSearchKey(() => (opened += 1));
      return <input aria-label="칸" />;
    },
    { path: '/$' },
  );
  const field = await screen.findByLabelText('칸');
  expect(fireEvent.keyDown(field, { key: 'k', ctrlKey: true })).toBe(false);
  expect(fireEvent.keyDown(field, { key: 'k', metaKey: true })).toBe(false);
  expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(true);
  expect(opened).toBe(2);
});
