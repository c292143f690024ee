import type { DraftContent as StoredContent } from '@naru/contract/drafts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { loadDraft, saveDraft } from '../../lib/draft.ts';
import { writeTokens } from '../../lib/session/tokens.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { excerptOf } from './account-copy.ts';
import { WritingForm } from './writing-form.tsx';

type Stored = { version: string; savedAt: string; content: StoredContent } | null;
type Save = { version: string; base: string | null; content: StoredContent };

/** The draft on the account, as the server keeps it. */
let stored: Stored;
let saves: Save[];
let isOnline: boolean;
/** The next save is stored, but its response is lost. */
let isLost: boolean;
beforeEach(() => {
  [stored, saves, isOnline, isLost] = [null, [], true, false];
  const ends = Math.floor(Date.now() / 1000) + 600;
  writeTokens({ accessToken: 'a', refreshToken: `r.${ends}` });
});

const KEY = { memberId: 7, boardType: 'FREE', postId: null } as const;
const PLACE = '/api/member/drafts/FREE';
const contentOf = (title: string): StoredContent => ({
  title,
  html: `<p>${title} 본문</p>`,
  choices: '',
  files: [],
});
const draftOf = (title: string, version: string): Stored => ({
  version,
  savedAt: '2026-11-20T09:00:00+09:00',
  content: contentOf(title),
});
const isAny = (value: unknown): value is StoredContent & { account?: object } => value !== null;
const local = () => loadDraft(KEY, isAny)?.content ?? null;

function requireOnline() {
  if (!isOnline) throw new TypeError('offline');
}

async function open(boardType: string = KEY.boardType, staysHere = false) {
  cleanup();
  const calls = fakeApi({
    [`GET ${PLACE}`]: () => {
      requireOnline();
      return { body: { draft: stored } };
    },
    [`PUT ${PLACE}`]: ({ body }) => {
      requireOnline();
      const save = body as Save;
      if ((stored?.version ?? null) !== save.base) {
        return { body: { savedAt: null, other: stored } };
      }
      saves.push(save);
      stored = { ...save, savedAt: '2026-11-23T09:00:00+09:00' };
      if (isLost) throw new TypeError('lost');
      return { body: { savedAt: stored.savedAt, other: null } };
    },
    [`DELETE ${PLACE}`]: ({ query }) => {
      requireOnline();
      if (stored?.version === query.get('version')) stored = null;
      return { body: { message: '' } };
    },
  });
  await renderRouted(
    <WritingForm
      isNew
      draftKeys={[{ ...KEY, boardType }]}
      staysHere={staysHere}
      initial={{ title: '', html: '' }}
      attachments={null}
      texts={{ required: '필수', unknownFailure: '실패' }}
      save={async () => 5}
      onSaved={() => undefined}
      onCancel={() => undefined}
    />,
  );
  await screen.findByRole('textbox', { name: /내용/ });
  return calls;
}

const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: /제목/ });
const type = (value: string) => fireEvent.input(title(), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const otherBar = () => screen.findByRole('region', { name: '다른 기기에서 쓰던 글' });
/** The page is hidden, so that what waits is saved at once. */
function hide() {
  window.dispatchEvent(new Event('pagehide'));
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  vi.restoreAllMocks();
}
async function typeAndHide(value: string) {
  type(value);
  hide();
  await waitFor(() => expect(stored?.content.title).toBe(value));
  await waitFor(() => expect(local()?.account).toMatchObject({ version: stored?.version }));
}
/** Until the form has compared its draft with the account's. */
const settled = (calls: string[]) =>
  waitFor(() => expect(calls.some((call) => call.startsWith(`GET ${PLACE}`))).toBe(true));

it('offers the draft of another device, and goes on from it [POST-252]', async () => {
  stored = draftOf('폰에서 쓰던 글', 'phone-0001');
  await open();
  const bar = await otherBar();
  expect(bar.textContent).toContain('폰에서 쓰던 글');
  press('이어 쓰기');
  expect(title().value).toBe('폰에서 쓰던 글');
  await typeAndHide('폰에서 쓰던 글 2');
  expect(saves.at(-1)?.base).toBe('phone-0001');
});

it('saves at most once in five seconds, and at once when hidden [POST-252]', async () => {
  const calls = await open();
  await settled(calls);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  for (let typed = 1; typed <= 8; typed += 1) {
    type(`글 ${typed}`);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }
  vi.useRealTimers();
  expect(saves.length).toBeGreaterThan(0);
  expect(saves.length).toBeLessThanOrEqual(2);
  await typeAndHide('글 끝');
  expect(screen.getByText(/계정에 임시 저장됨$/)).toBeDefined();
  type('글 끝과 그 뒤');
  expect(screen.queryByText(/계정에 임시 저장됨$/)).toBeNull();
});

it('lets the member choose when both devices have changed the draft [POST-253]', async () => {
  saveDraft(KEY, contentOf('이 기기의 글'));
  stored = draftOf('폰의 글', 'phone-0001');
  await open();
  await otherBar();
  expect(saves).toEqual([]);
  press('다른 기기의 글로 바꾸기');
  expect(title().value).toBe('폰의 글');
  press('이 기기의 글로 되돌리기');
  expect(title().value).toBe('이 기기의 글');
  hide();
  await waitFor(() => expect(stored?.content.title).toBe('이 기기의 글'));
  expect(saves.map(({ base }) => base)).toEqual(['phone-0001']);
});

it('moves no field when the draft of another device is found [POST-253]', async () => {
  saveDraft(KEY, contentOf('이 기기의 글'));
  stored = draftOf('폰의 글', 'phone-0001');
  await open();
  const own = screen.getByRole('region', { name: '임시 저장된 글' });
  const bar = await otherBar();
  const { DOCUMENT_POSITION_FOLLOWING } = Node;
  const submit = screen.getByRole('button', { name: '등록' });
  expect(submit.compareDocumentPosition(bar)).toBe(DOCUMENT_POSITION_FOLLOWING);
  // It keeps its place above the form and is hidden, so that one question is asked at a time.
  expect(own.isConnected && own.parentElement?.className).toBe('invisible');
});

it('meets another device while writing, and loses neither text [POST-253]', async () => {
  const calls = await open();
  await settled(calls);
  await typeAndHide('먼저 쓴 글');
  stored = draftOf('폰의 글', 'phone-0001');
  type('나중에 고친 글');
  hide();
  await otherBar();
  expect(title().value).toBe('나중에 고친 글');
  expect(stored?.content.title).toBe('폰의 글');
  press('이 기기의 글로 계속');
  hide();
  await waitFor(() => expect(stored?.content.title).toBe('나중에 고친 글'));
});

it('keeps the draft here without a network and hands it on at the next visit [POST-252]', async () => {
  isOnline = false;
  await open();
  type('끊긴 사이의 글');
  hide();
  await waitFor(() => expect(local()?.title).toBe('끊긴 사이의 글'));
  expect(screen.queryByRole('alert')).toBeNull();
  isOnline = true;
  await open();
  await screen.findByRole('region', { name: '임시 저장된 글' });
  await waitFor(() => expect(stored?.content.title).toBe('끊긴 사이의 글'), { timeout: 3_000 });
});

it('knows its own saves also when their responses were lost [POST-253]', async () => {
  const calls = await open();
  await settled(calls);
  const sent = () => calls.filter((call) => call.startsWith(`PUT ${PLACE}`)).length;
  isLost = true;
  type('첫 글');
  hide();
  await waitFor(() => expect(stored?.content.title).toBe('첫 글'));
  [isLost, isOnline] = [false, false];
  type('둘째 글');
  await waitFor(() => {
    hide();
    expect(sent()).toBe(2);
  });
  isOnline = true;
  type('셋째 글');
  await waitFor(() => {
    hide();
    expect(stored?.content.title).toBe('셋째 글');
  });
  expect(screen.queryByRole('region', { name: '다른 기기에서 쓰던 글' })).toBeNull();
});

it('is gone everywhere once it was posted [POST-255]', async () => {
  const calls = await open();
  await settled(calls);
  const editor = screen.getByRole('textbox', { name: /내용/ });
  editor.innerHTML = '<p>본문</p>';
  await waitFor(() => expect(editor.textContent).toBe('본문'));
  await typeAndHide('등록할 글');
  press('등록');
  await waitFor(() => expect(stored).toBeNull());
  expect(local()).toBeNull();
});

it('drops what this device had saved once another one has posted it [POST-255]', async () => {
  saveDraft(KEY, { ...contentOf('올린 글'), account: { version: 'old-00001', isChanged: false } });
  const calls = await open();
  await settled(calls);
  await waitFor(() => expect(local()).toBeNull());
  expect(screen.queryByRole('region', { name: '임시 저장된 글' })).toBeNull();
});

it.each([
  ['SECRET', false],
  ['SECRET-LECTURE-3', false],
  ['LECTURE-3', true],
])(
  'says that the draft of %s stays on this device, and sends nothing [POST-254]',
  async (board, staysHere) => {
    const calls = await open(board, staysHere);
    type('익명의 글');
    hide();
    expect(await screen.findByText(/이 기기에만 임시 저장됨$/)).toBeDefined();
    cleanup();
    expect(calls).toEqual([]);
  },
);

it.each([
  ['<p>첫 줄</p><p>둘째 <strong>줄</strong></p>', '첫 줄 둘째 줄'],
  ['<p>a &lt;b&gt; &amp;lt;</p>', 'a <b> &lt;'],
  ['<img alt="1 > 0" src="/files/a.webp"><p>뒤</p>', '뒤'],
  [`<p>${'가'.repeat(119)}😀</p>`, '가'.repeat(119)],
  [`<p>글</p><img alt="${'x'.repeat(5_000)}">`, '글'],
  ['', ''],
])('shows the beginning of %j as %j [POST-252]', (html, text) => {
  expect(excerptOf(html)).toBe(text);
});
