import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ShownMessage } from './chat.rows.ts';
import { MessageMenu } from './message-menu.tsx';
import { MessageText } from './message-row.tsx';

const MINUTE = 60_000;

function message(part: Partial<ShownMessage> = {}): ShownMessage {
  const date = new Date(Date.now() - MINUTE).toISOString();
  const plain = { picture: null, isRecalled: false, pending: null };
  return { key: 'm7', id: 7, senderId: 1, content: '안녕', date, ...plain, ...part };
}

function show(shown: ShownMessage, isMine = true) {
  const actions = { onRecall: vi.fn(), onReport: vi.fn() };
  render(
    <main>
      <MessageMenu message={shown} isMine={isMine} owner="내" {...actions} />
    </main>,
  );
  return actions;
}

const open = () => fireEvent.click(screen.getByRole('button', { name: /메뉴$/ }));
const itemOf = (name: RegExp | string) => screen.findByRole('menuitem', { name });

describe('MessageMenu', () => {
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
