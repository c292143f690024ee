import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeMedia } from '../../testing/fake-page.tsx';
import type { ShownMessage } from './chat.rows.ts';
import type { MessageActions } from './message-items.tsx';
import { MessageMenu } from './message-menu.tsx';
import { MessageText } from './message-row.tsx';

const MINUTE = 60_000;

function message(part: Partial<ShownMessage> = {}): ShownMessage {
  const date = new Date(Date.now() - MINUTE).toISOString();
  const plain = {
    ...{ picture: null, isRecalled: false, isRemoved: false, pending: null },
    ...{ sender: null, replyTo: null, reactions: [] },
  };
  return { key: 'm7', id: 7, senderId: 1, content: '안녕', date, ...plain, ...part };
}

const actionsOf = () => ({
  ...{ onRecall: vi.fn(), onReport: vi.fn(), onReply: vi.fn(), onReact: vi.fn() },
  onRemove: null,
});

function show(shown: ShownMessage, isMine = true, more: Partial<MessageActions> = {}) {
  const actions = actionsOf();
  const sheet = { isSheetOpen: false, onSheet: () => undefined };
  render(
    <main>
      <MessageMenu message={shown} isMine={isMine} owner="내" {...sheet} {...actions} {...more} />
    </main>,
  );
  return actions;
}

beforeEach(() => fakeMedia());

const open = () => fireEvent.click(screen.getByRole('button', { name: /메뉴$/ }));
const itemOf = (name: RegExp | string) => screen.findByRole('menuitem', { name });

describe('MessageMenu', () => {
  it('offers six reactions, of which the own one is taken away, and a reply [CHAT-99, CHAT-104]', async () => {
    const mine = message({ reactions: [{ reaction: 'WOW', count: 2, isMine: true }] });
    const { onReact, onReply } = show(mine);
    open();
    fireEvent.click(await itemOf('좋아요'));
    expect(onReact).toHaveBeenLastCalledWith(mine, 'LIKE');
    open();
    fireEvent.click(await itemOf('놀라워요 취소'));
    expect(onReact).toHaveBeenLastCalledWith(mine, null);
    open();
    fireEvent.click(await itemOf('답장'));
    expect(onReply).toHaveBeenCalledExactlyOnceWith(mine);
  });

  it('offers neither where nothing can be sent', async () => {
    show(message(), true, { onReact: null, onReply: null });
    open();
    await itemOf('복사');
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      '복사',
      '회수',
    ]);
  });

  it('removes messages of others for a professor or staff [CHAT-102]', async () => {
    const onRemove = vi.fn();
    show(message(), false, { onRemove });
    open();
    fireEvent.click(await itemOf('삭제'));
    expect(onRemove).toHaveBeenCalledExactlyOnceWith(7);
  });

  it('is a sheet on touch screens, with a button for screen readers [CHAT-104]', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('coarse'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const actions = actionsOf();
    const onSheet = vi.fn();
    const parts = { message: message(), isMine: false, owner: '갈매기 님의', onSheet };
    const view = render(<MessageMenu {...parts} {...actions} isSheetOpen={false} />);
    fireEvent.click(screen.getByRole('button', { name: '갈매기 님의 메시지 메뉴' }));
    expect(onSheet).toHaveBeenLastCalledWith(true);
    view.rerender(<MessageMenu {...parts} {...actions} isSheetOpen />);
    fireEvent.click(await screen.findByRole('button', { name: '하트' }));
    expect(onSheet).toHaveBeenLastCalledWith(false);
    expect(actions.onReact).toHaveBeenCalledExactlyOnceWith(parts.message, 'LOVE');
  });

  it.each([
    ['one on its way', { id: null }],
    ['a recalled one', { isRecalled: true, content: '' }],
  ])('offers nothing for %s', (_name, part) => {
    show(message(part));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('recalls an own message of the last five minutes [CHAT-92]', async () => {
    const { onRecall } = show(message());
    open();
    fireEvent.click(await itemOf('회수'));
    expect(onRecall).toHaveBeenCalledExactlyOnceWith(7);
  });

  it('says why an older one cannot be recalled [CHAT-92]', async () => {
    const { onRecall } = show(message({ date: new Date(Date.now() - 6 * MINUTE).toISOString() }));
    open();
    const item = await itemOf(/5분이 지났습니다/);
    expect(item.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(item);
    expect(onRecall).not.toHaveBeenCalled();
  });

  it('reports a received one, and copies texts only [CHAT-94]', async () => {
    const picture = { url: '/files/chat/a.webp', width: 4, height: 3, isLocal: false };
    const shown = message({ content: '', picture });
    const { onReport } = show(shown, false);
    open();
    fireEvent.click(await itemOf('신고'));
    expect(onReport).toHaveBeenCalledExactlyOnceWith(shown);
    expect(screen.queryByRole('menuitem', { name: '복사' })).toBeNull();
  });
});

it('makes a link of an address in a message and never markup [HTML-03]', async () => {
  const text = '<b>앞</b> https://a.kr/b에서 봐요 javascript:alert(1)';
  const { container } = render(<MessageText text={text} />);
  const link = await screen.findByRole('link');
  expect(link.getAttribute('href')).toBe('https://a.kr/b');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
  expect(container.textContent).toBe(text.replace('에서', ' (새 창)에서'));
  expect(container.querySelector('b')).toBeNull();
});

it('makes links of the first 20 addresses of a message [HTML-26]', async () => {
  render(<MessageText text={'https://a.kr '.repeat(150)} />);
  expect(await screen.findAllByRole('link')).toHaveLength(20);
});
