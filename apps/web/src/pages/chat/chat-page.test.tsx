import type { ChatMessage, ChatRoom } from '@naru/contract/chat';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { roomToWriteIn } from '../../entities/chat/use-open-room.ts';
import { chatDraftKey } from '../../features/chat/chat.rooms.ts';
import { outbox, type PendingMessage } from '../../features/chat/outbox.ts';
import { saveDraft } from '../../lib/draft.ts';
import { headerPanel } from '../../lib/header-panel.ts';
import { PATHS } from '../../lib/paths.ts';
import { chatSearch } from '../../lib/search-parameters.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { fakeMedia, renderPage } from '../../testing/fake-page.tsx';
import { questions } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';
import { ChatPage } from './chat-page.tsx';

const ROOMS = 'GET /api/mail/my-room';
const LOG = 'GET /api/mail/messages/7';
const away = { status: 403, body: { error: 'FORBIDDEN', message: '점검 중입니다.' } };

const roomOf = (part: Partial<ChatRoom> = {}): ChatRoom => ({
  roomId: 7,
  item: null,
  lecture: null,
  isMuted: false,
  partner: { id: 2, nickName: '갈매기', profileThumbnails: null, isLeft: false },
  newMailCount: 0,
  lastMessage: null,
  lastDate: null,
  canSend: true,
  ...part,
});
const item = {
  postId: 3,
  title: '전공 책',
  price: 9000,
  tradeStatus: 'ON_SALE' as const,
  thumbNailUrl: null,
  isGone: false,
};
const rooms = (...roomDtos: ChatRoom[]) => ({ body: { roomDtos } });
const log = (...messages: ChatMessage[]) => ({
  body: { messages, last: true, partnerReadId: 0 },
});

beforeEach(() => {
  fakeMedia();
  headerPanel.set(null);
  roomToWriteIn.set(null);
  outbox.set([]);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

function fakeTouch(): void {
  const list = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', (query: string) => ({ ...list, matches: query.includes('coarse') }));
}

const show = (search = '') =>
  renderPage(ChatPage, {
    path: PATHS.chat,
    at: `${PATHS.chat}${search}`,
    validateSearch: chatSearch,
    known: [['me', { id: 1, roles: ['STUDENT'] }]],
  });
const list = () => within(screen.getByRole('region', { name: '채팅방' }));

describe('room list', () => {
  it('shows a skeleton, then an empty state that links to friends [CHAT-17]', async () => {
    let answer = () => {};
    fakeApi({
      [ROOMS]: () =>
        new Promise((resolve) => {
          answer = () => resolve(rooms());
        }),
    });
    await show();
    expect(list().getByRole('status', { name: '불러오는 중입니다.' })).toBeDefined();
    answer();
    expect(await list().findByText('채팅방이 없습니다.')).toBeDefined();
    // The list already shows it, so the pane does not repeat it.
    expect(screen.queryByText('채팅방을 선택해 주세요.')).toBeNull();
    const [, button] = list().getAllByRole('button', { name: '친구 목록 열기' });
    if (button) fireEvent.click(button);
    expect(headerPanel.get()).toBe('friends');
  });

  it('shows why loading failed and retries [LIST-16]', async () => {
    let works = false;
    fakeApi({ [ROOMS]: () => (works ? rooms(roomOf()) : away) });
    await show();
    const alert = await list().findByRole('alert');
    expect(alert.textContent).toContain('채팅방을 불러오지 못했습니다.');
    expect(alert.textContent).toContain('점검 중입니다.');
    expect(screen.queryByText('채팅방을 선택해 주세요.')).toBeNull();
    works = true;
    fireEvent.click(list().getByRole('button', { name: '다시 시도' }));
    expect(await list().findByRole('link', { name: /갈매기/ })).toBeDefined();
    expect(screen.getByText('채팅방을 선택해 주세요.')).toBeDefined();
  });
});

describe('open room', () => {
  it('shows a skeleton, then an empty state', async () => {
    let answer = () => {};
    fakeApi({
      [ROOMS]: rooms(roomOf()),
      [LOG]: () =>
        new Promise((resolve) => {
          answer = () => resolve(log());
        }),
    });
    await show('?room=7');
    expect(await screen.findByRole('region', { name: '갈매기 채팅방' })).toBeDefined();
    expect(screen.getByRole('status', { name: '불러오는 중입니다.' })).toBeDefined();
    answer();
    expect(await screen.findByText('첫 메시지를 보내 보세요.')).toBeDefined();
    expect(screen.getAllByText('아직 주고받은 메시지가 없습니다.')).toHaveLength(2);
    expect(screen.getByRole('textbox', { name: '메시지 입력' })).toBeDefined();
  });

  it('shows why loading failed and retries [LIST-16]', async () => {
    let works = false;
    fakeApi({ [ROOMS]: rooms(roomOf()), [LOG]: () => (works ? log() : away) });
    await show('?room=7');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('메시지를 불러오지 못했습니다.');
    expect(alert.textContent).toContain('점검 중입니다.');
    works = true;
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('shows what was sent although its messages were not loaded [CHAT-16]', async () => {
    fakeApi({ [ROOMS]: rooms(roomOf()), [LOG]: away, 'POST /api/mail/send-mail/7': away });
    await show('?room=7');
    await screen.findByText('메시지를 불러오지 못했습니다.');
    expect(screen.queryByRole('log')).toBeNull();
    const field = screen.getByRole('textbox', { name: '메시지 입력' });
    fireEvent.input(field, { target: { value: '잘 들어갔어?' } });
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', keyCode: 13 });
    expect(await screen.findByRole('log', { name: '대화 내용' })).toBeDefined();
    expect(screen.getByText('메시지를 불러오지 못했습니다.')).toBeDefined();
  });

  it('is not reported missing when the rooms failed to load', async () => {
    let works = false;
    fakeMedia(true);
    fakeApi({ [ROOMS]: () => (works ? rooms(roomOf()) : away), [LOG]: log() });
    await show('?room=7');
    await screen.findAllByText('채팅방을 불러오지 못했습니다.');
    expect(screen.queryByText('채팅방을 찾을 수 없습니다.')).toBeNull();
    works = true;
    const retry = screen.getAllByRole('button', { name: '다시 시도' }).at(-1);
    if (retry) fireEvent.click(retry);
    expect(await screen.findByRole('region', { name: '갈매기 채팅방' })).toBeDefined();
  });

  it('links back to the list when it does not exist', async () => {
    fakeApi({ [ROOMS]: rooms(roomOf()) });
    await show('?room=99');
    expect(await screen.findByText('채팅방을 찾을 수 없습니다.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '채팅방 목록으로' }));
    expect(await screen.findByText('채팅방을 선택해 주세요.')).toBeDefined();
  });

  it.each([
    [roomOf({ canSend: false }), '친구에게만 메시지를 보낼 수 있습니다.'],
    [
      roomOf({ canSend: false, partner: { ...roomOf().partner, isLeft: true } }),
      '탈퇴했거나 이용이 정지된 회원에게는 메시지를 보낼 수 없습니다.',
    ],
    [
      roomOf({ canSend: false, item, partner: { ...roomOf().partner, isBlocked: true } }),
      '차단한 회원에게는 메시지를 보낼 수 없습니다.',
    ],
    [
      roomOf({ canSend: false, item }),
      '거래가 끝난 물품의 채팅방입니다. 지난 대화만 볼 수 있습니다.',
    ],
  ])('explains why nothing can be sent [CHAT-07, CHAT-12, CHAT-95]', async (room, sentence) => {
    fakeApi({ [ROOMS]: rooms(room), [LOG]: log() });
    await show('?room=7');
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.getByText(/지난 대화/)).toBeDefined();
    expect(screen.queryByRole('textbox', { name: '메시지 입력' })).toBeNull();
  });
});

describe('an open room', () => {
  const message = (id: number, part: Partial<ChatMessage> = {}): ChatMessage => ({
    ...{ id, senderId: 2, content: `글 ${id}`, picture: null, clientId: null },
    ...{ isRecalled: false, isRemoved: false, sender: null, replyTo: null, reactions: [] },
    date: '2026-11-20T10:00:00+09:00',
    ...part,
  });

  it('has the name in its heading and the focus in its text field [CHAT-105]', async () => {
    fakeApi({ [ROOMS]: rooms(roomOf()), [LOG]: log(message(1)) });
    await show('?room=7');
    const field = await screen.findByRole('textbox', { name: '메시지 입력' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('갈매기 채팅');
  });

  it.each([
    ['was opened to write', 7, 0, true],
    ['was opened to write, but has something to read', 7, 2, false],
    ['was opened to read', null, 0, false],
    ['is another than the one to write in', 8, 0, false],
  ])(
    'on a touch screen gives its text field the focus, and so opens the keyboard, only when it %s [CHAT-106]',
    async (_what, wanted, newMailCount, isFocused) => {
      fakeTouch();
      roomToWriteIn.set(wanted);
      fakeApi({ [ROOMS]: rooms(roomOf({ newMailCount })), [LOG]: log(message(1)) });
      await show('?room=7');
      const field = await screen.findByRole('textbox', { name: '메시지 입력' });
      await screen.findByRole('log');
      expect(document.activeElement === field).toBe(isFocused);
    },
  );

  it('that is open already gives its text field the focus when somebody wants to write [CHAT-106]', async () => {
    fakeTouch();
    fakeApi({ [ROOMS]: rooms(roomOf()), [LOG]: log(message(1)) });
    await show('?room=7');
    const field = await screen.findByRole('textbox', { name: '메시지 입력' });
    act(() => roomToWriteIn.set(7));
    expect(document.activeElement).toBe(field);
    expect(roomToWriteIn.get()).toBeNull();
  });

  it('is left at once, and the message that says so brings it back [CHAT-100]', async () => {
    const calls: string[] = [];
    const done = (name: string) => () => {
      calls.push(name);
      return { body: { message: `${name}.` } };
    };
    fakeApi({
      [ROOMS]: () => rooms(...(calls.at(-1) === '나감' ? [] : [roomOf()])),
      [LOG]: log(message(1)),
      'DELETE /api/mail/exit-room/7': done('나감'),
      'POST /api/mail/rejoin-room/7': done('돌아옴'),
    });
    const shown = vi.spyOn(toast, 'success').mockReturnValue(undefined);
    await show('?room=7');
    fireEvent.click(await screen.findByRole('button', { name: '채팅방 메뉴' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: '채팅방 나가기' }));
    await waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('textbox', { name: '메시지 입력' })).toBeNull();
    shown.mock.calls[0]?.[1]?.onClick();
    expect(await screen.findByRole('textbox', { name: '메시지 입력' })).toBeDefined();
    expect(calls).toEqual(['나감', '돌아옴']);
  });

  const EXIT = 'DELETE /api/mail/exit-room/7';
  const unsent = (picture: unknown) =>
    outbox.set([
      {
        ...{ clientId: 'c1', memberId: 1, roomId: 7, content: '', date: message(1).date, picture },
        ...{ state: 'failed', reason: null, isOffline: false },
      } as PendingMessage,
    ]);

  it.each([
    ['a picture', () => unsent({ shown: { url: '', width: 1, height: 1 } }), /사진이 사라지며/],
    ['a text', () => unsent(null), /메시지가 사라집니다/],
    ['a draft', () => saveDraft(chatDraftKey(1, 7), { text: '안녕' }), /메시지가 사라집니다/],
  ])('asks before %s that was not sent is lost [CHAT-100]', async (_what, write, text) => {
    vi.stubGlobal('URL', Object.assign(URL, { revokeObjectURL: () => undefined }));
    const calls = fakeApi({
      [ROOMS]: rooms(roomOf()),
      [LOG]: log(message(1)),
      [EXIT]: { body: { message: '' } },
    });
    write();
    await show('?room=7');
    fireEvent.click(await screen.findByRole('button', { name: '채팅방 메뉴' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: '채팅방 나가기' }));
    await waitFor(() => expect(questions.get()).toHaveLength(1));
    expect(questions.get()[0]?.body).toMatch(text);
    expect(calls).not.toContain(EXIT);
    questions.get()[0]?.answer(true);
    await waitFor(() => expect(calls).toContain(EXIT));
    await waitFor(() => expect(outbox.get()).toEqual([]));
  });
});
