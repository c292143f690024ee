import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { PATHS } from '../../app/paths.ts';
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

it('keeps the field, its focus and the open syllable when the first search begins [LIST-130]', async () => {
  const { field, search } = await open();
  const before = field();
  before.focus();
  fireEvent.input(before, { target: { value: '안녕' } });
  fireEvent.compositionStart(before);
  compose(before, '안녕ㅎ');
  compose(before, '안녕하');
  await waitFor(() => expect(search()).toEqual({ query: '안녕' }));
  await screen.findByText(/찾은 것이 없습니다/);
  expect(field()).toBe(before);
  expect(document.activeElement).toBe(before);
  expect(before.value).toBe('안녕하');
  fireEvent.compositionEnd(before);
  await waitFor(() => expect(search()).toEqual({ query: '안녕하' }));
  expect(before.value).toBe('안녕하');
});

it('says in one sentence that a search ended before it had looked everywhere [LIST-143]', async () => {
  await open('/search?query=%EB%93%B1%EB%8C%80', { ...NOTHING, isPartial: true });
  expect(await screen.findByText(/지금까지 찾은 만큼만 보여 드립니다/)).toBeDefined();
});

it('shows the words of another address, such as after Back', async () => {
  const { router, field } = await open('/search?query=%EB%93%B1%EB%8C%80');
  expect(field().value).toBe('등대');
  await act(() => router.navigate({ to: '/search', search: { query: '부두' } } as never));
  await waitFor(() => expect(field().value).toBe('부두'));
  await act(() => router.navigate({ to: '/search', search: {} } as never));
  await waitFor(() => expect(field().value).toBe(''));
});
