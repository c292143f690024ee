import type { OwnFeed } from '@naru/contract/feeds';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { AskHost } from '../../ui/ask-host.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { FeedList } from './feed-list.tsx';

const LIST = 'GET /api/member/feeds';
const MADE = '2026-11-20T14:00:30+09:00';
const URLS = [
  'https://naru.test/feeds/first/timetable.ics',
  'https://naru.test/feeds/next/timetable.ics',
];

let feeds: OwnFeed[];
let calls: string[];
let made: number;
const feed = (kind: OwnFeed['kind']): OwnFeed => ({ kind, madeAt: MADE, lastUsedAt: null });

beforeEach(() => {
  logInForTest();
  [feeds, made] = [[], 0];
  calls = fakeApi({
    [LIST]: () => ({ body: { feeds } }),
    'PUT /api/member/feeds/TIMETABLE': () => {
      feeds = [feed('TIMETABLE')];
      made += 1;
      return { body: { url: URLS[made - 1], feed: feeds[0], message: '만들었습니다.' } };
    },
    'PUT /api/member/feeds/NOTICES': { status: 500, body: { error: 'INTERNAL', message: '' } },
    'DELETE /api/member/feeds/TIMETABLE': () => {
      feeds = [];
      return { body: { message: '구독 주소를 더 이상 쓸 수 없습니다.' } };
    },
  });
});
afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'));

function show() {
  return renderWithClient(
    <>
      <FeedList />
      <AskHost />
      <Toaster />
    </>,
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const address = () => screen.queryByRole<HTMLInputElement>('textbox', { name: '내 시간표 주소' });

it('makes an address, which is shown once and copied [FEED-10]', async () => {
  show();
  await screen.findByRole('list', { name: '구독 주소' });
  expect(screen.getAllByText('만들지 않았습니다.')).toHaveLength(4);
  press('내 시간표 주소 만들기');
  await waitFor(() => expect(address()?.value).toBe(URLS[0]));
  const copy = screen.getByRole('button', { name: '복사' });
  expect(document.activeElement).toBe(copy);
  // Many programs read webcal: addresses without TLS.
  expect(screen.queryByRole('link')).toBeNull();
  const writeText = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  fireEvent.click(copy);
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(URLS[0]));
  expect(await screen.findByText('주소를 복사했습니다.')).toBeDefined();
});

it('shows when an address was used, and none of one that was made before [FEED-10]', async () => {
  feeds = [{ ...feed('TIMETABLE'), lastUsedAt: '2026-11-21T10:00:00+09:00' }, feed('NOTICES')];
  show();
  const rows = within(await screen.findByRole('list', { name: '구독 주소' })).getAllByRole(
    'listitem',
  );
  expect(rows[0]?.textContent).toContain('2026-11-20에 만듦 · 아직 쓰지 않음');
  expect(rows[1]?.textContent).toContain('만들지 않았습니다.');
  expect(rows[2]?.textContent).toContain('마지막 사용 2026-11-21');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('replaces and ends an address after a question [FEED-10]', async () => {
  show();
  await screen.findByRole('list', { name: '구독 주소' });
  press('내 시간표 주소 만들기');
  await waitFor(() => expect(address()?.value).toBe(URLS[0]));
  press('내 시간표 주소 바꾸기');
  const replacing = await screen.findByRole('alertdialog', { name: '주소를 바꿀까요?' });
  expect(made).toBe(1);
  fireEvent.click(within(replacing).getByRole('button', { name: '주소 바꾸기' }));
  await waitFor(() => expect(address()?.value).toBe(URLS[1]));
  press('내 시간표 주소 그만 쓰기');
  const ending = await screen.findByRole('alertdialog', { name: '이 주소를 그만 쓸까요?' });
  expect(calls.some((call) => call.startsWith('DELETE'))).toBe(false);
  fireEvent.click(within(ending).getByRole('button', { name: '그만 쓰기' }));
  await waitFor(() => expect(address()).toBeNull());
  expect(await screen.findByRole('button', { name: '내 시간표 주소 만들기' })).toBeDefined();
});

it('hides an address once another device has made one since [FEED-10]', async () => {
  const client = show();
  await screen.findByRole('list', { name: '구독 주소' });
  press('내 시간표 주소 만들기');
  await waitFor(() => expect(address()?.value).toBe(URLS[0]));
  feeds = [{ ...feed('TIMETABLE'), madeAt: '2026-11-20T14:00:31+09:00' }];
  await act(() => client.invalidateQueries());
  await waitFor(() => expect(address()).toBeNull());
});

it('says what to do where none can be made [FEED-10]', async () => {
  show();
  await screen.findByRole('list', { name: '구독 주소' });
  press('공지사항 주소 만들기');
  expect(await screen.findByText('주소를 만들지 못했습니다. 다시 시도해 주세요.')).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
});
