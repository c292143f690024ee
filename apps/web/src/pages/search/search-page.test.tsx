import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { PATHS } from '../../lib/paths.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { fakeMedia, renderPage } from '../../testing/fake-page.tsx';
import { SearchPage } from './search-page.tsx';

const NOTHING = {
  posts: [],
  lectures: [],
  people: [],
  totalCount: 0,
  totalPages: 0,
  currentPage: 0,
};

beforeEach(() => localStorage.clear());

async function open(at = '/search', found: object = NOTHING) {
  fakeMedia();
  fakeApi({ 'GET /api/search': { body: found } });
  const router = await renderPage(SearchPage, { path: PATHS.search, at });
  const field = () => screen.getByRole<HTMLInputElement>('searchbox');
  const search = () => router.state.location.search;
  return { router, field, search };
}

/** One state of a syllable, as ibus-hangul sends it in Chromium. */
function compose(field: HTMLInputElement, text: string): void {
  fireEvent.compositionUpdate(field);
  field.value = text;
  fireEvent.input(field, { isComposing: true });
}

it('searches what is seen, and keeps the field, its focus and the open syllable [LIST-130, UI-332]', async () => {
  const { field, search } = await open();
  const before = field();
  before.focus();
  fireEvent.input(before, { target: { value: '안녕' } });
  fireEvent.compositionStart(before);
  compose(before, '안녕ㅎ');
  await waitFor(() => expect(search()).toEqual({ query: '안녕' }));
  compose(before, '안녕하');
  await waitFor(() => expect(search()).toEqual({ query: '안녕하' }));
  await screen.findByText(/검색 결과가 없습니다/);
  expect(field()).toBe(before);
  expect(document.activeElement).toBe(before);
  expect(before.value).toBe('안녕하');
  fireEvent.compositionEnd(before);
  expect(before.value).toBe('안녕하');
});

it.each([
  ['some', 1, /지금까지 찾은 만큼만 보여 드립니다/],
  ['nothing', 0, /끝까지 찾지 못했습니다/],
])(
  'says once that a search ended before it had looked everywhere, with %s found [LIST-143]',
  async (_what, count, sentence) => {
    const people = [
      { id: 3, nickname: '등대지기', nickName: '등대지기', profileThumbnails: null, roles: [] },
    ];
    await open('/search?query=%EB%93%B1%EB%8C%80', {
      ...NOTHING,
      isPartial: true,
      people: people.slice(0, count),
    });
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.queryByText(/검색 결과가 없습니다/)).toBeNull();
    expect(screen.getAllByText(/살펴볼 글이 많/)).toHaveLength(1);
  },
);

it('shows the words of another address, such as after Back', async () => {
  const { router, field } = await open('/search?query=%EB%93%B1%EB%8C%80');
  expect(field().value).toBe('등대');
  await act(() => router.navigate({ to: '/search', search: { query: '부두' } } as never));
  await waitFor(() => expect(field().value).toBe('부두'));
  await act(() => router.navigate({ to: '/search', search: {} } as never));
  await waitFor(() => expect(field().value).toBe(''));
});
