import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addRecentSearch, recentSearches } from '../../lib/recent-searches.ts';
import { createTestClient, fakeApi } from '../../testing/fake-api.tsx';
import { fakeMedia, renderPage } from '../../testing/fake-page.tsx';
import { SearchDialog } from './search-dialog.tsx';

const ME = { meDto: { id: 1, roles: ['STUDENT'], favoriteBoards: [] } };
const POST = {
  id: 7,
  title: '<b>등대</b> 이야기',
  boardType: 'FREE',
  lectureId: null,
  lectureTitle: null,
  writerNickname: '해솔',
  createdDate: '2026-11-20T14:00:00+09:00',
  commentCount: 0,
  excerpt: '',
  fileName: null,
};
const FOUND = {
  posts: [POST],
  lectures: [],
  people: [
    { id: 3, nickname: '등대지기', nickName: '등대지기', profileThumbnails: null, roles: [] },
  ],
  totalCount: 1,
  totalPages: 1,
  currentPage: 0,
};

beforeEach(() => localStorage.clear());

async function open() {
  fakeMedia();
  const calls = fakeApi({ 'GET /api/member/me': { body: ME }, 'GET /api/search': { body: FOUND } });
  const onClose = vi.fn();
  const router = await renderPage(() => <SearchDialog onClose={onClose} />, {
    path: '/$',
    client: createTestClient([['me', { id: 1, roles: [], favoriteBoards: [] }]]),
  });
  const box = await screen.findByRole<HTMLInputElement>('combobox');
  const searches = () => calls.filter((call) => call.startsWith('GET /api/search'));
  return { box, router, onClose, searches };
}

describe('SearchDialog', () => {
  it('searches composed text of two characters only, and marks it as text [LIST-130, LIST-131]', async () => {
    const { box, searches } = await open();
    fireEvent.compositionStart(box);
    fireEvent.input(box, { target: { value: '등ㄷ' } });
    fireEvent.compositionEnd(box);
    fireEvent.input(box, { target: { value: '등' } });
    expect(screen.getByText('띄어쓰기 없이 두 글자 이상 입력해 주세요.')).toBeDefined();
    fireEvent.input(box, { target: { value: '등대' } });
    const option = await screen.findByRole('option', { name: /이야기/ });
    expect(option.textContent).toContain('<b>등대</b> 이야기');
    expect([...option.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      '등대',
    ]);
    expect(searches()).toHaveLength(1);
  });

  it('is operated by arrows and Enter, and follows the option [UI-260]', async () => {
    const { box, router, onClose } = await open();
    fireEvent.input(box, { target: { value: '등대' } });
    await screen.findByRole('option', { name: /이야기/ });
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    const active = screen.getByRole('option', { selected: true });
    expect(active.textContent).toContain('이야기');
    expect(box.getAttribute('aria-activedescendant')).toBe(active.id);
    fireEvent.keyDown(box, { key: 'ArrowDown', isComposing: true });
    expect(screen.getByRole('option', { selected: true })).toBe(active);
    fireEvent.keyDown(box, { key: 'Enter', code: 'Enter' });
    await waitFor(() => expect(router.state.location.href).toBe('/main/community/free/post/7'));
    expect(onClose).toHaveBeenCalledOnce();
    expect(recentSearches(1)).toEqual(['등대']);
  });

  it('offers the last searches of this device, which can be removed [PRIV-80]', async () => {
    for (const query of ['첫째', '둘째', '첫째']) addRecentSearch(1, query);
    addRecentSearch(2, '남의 것');
    const { box } = await open();
    const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
    expect(names()).toEqual(['첫째', '둘째']);
    fireEvent.keyDown(box, { key: 'ArrowUp' });
    fireEvent.keyDown(box, { key: 'Delete' });
    expect(names()).toEqual(['첫째']);
    fireEvent.click(screen.getByRole('button', { name: '최근 검색 모두 지우기' }));
    expect(names()).toEqual([]);
    expect(screen.getByText('최근 검색이 없습니다.')).toBeDefined();
    expect(recentSearches(2)).toEqual(['남의 것']);
  });
});
