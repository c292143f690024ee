import type { ChatQuote } from '@naru/contract/chat';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { fakeMedia } from '../../testing/fake-page.tsx';
import type { MessageRow as Row, ShownMessage } from './chat.rows.ts';
import { MessageRow } from './message-row.tsx';
import { RoomComposer } from './room-composer.tsx';

const partner = { id: 2, nickName: '갈매기', profileThumbnails: null, isLeft: false };
const quote: ChatQuote = {
  ...{ id: 3, senderId: 2, nickName: '갈매기', content: '언제 와?' },
  ...{ isPicture: false, isRecalled: false, isRemoved: false },
};
const message = (part: Partial<ShownMessage> = {}): ShownMessage => ({
  ...{ key: 'm7', id: 7, senderId: 2, content: '지금', date: '2026-11-20T10:00:00+09:00' },
  ...{ picture: null, isRecalled: false, isRemoved: false, pending: null },
  ...{ sender: null, replyTo: null, reactions: [] },
  ...part,
});

function show(part: Partial<ShownMessage>, more: Partial<Row> = {}, canSend = true) {
  const shown = message(part);
  const at = { isMine: false, isToMe: false, isStart: true, isEnd: true, showRead: false };
  const row: Row = { kind: 'message', key: shown.key, message: shown, ...at, ...more };
  const actions = {
    ...{
      onReply: vi.fn(),
      onReact: canSend ? vi.fn() : null,
      onRecall: vi.fn(),
      onReport: vi.fn(),
    },
    ...{ onRemove: null, onPicture: vi.fn(), onJump: vi.fn() },
    ...{ onResend: vi.fn(), onDiscard: vi.fn() },
  };
  const place = { row, roomId: 7, partner, isFound: false };
  renderWithClient(<MessageRow {...place} {...actions} />, [['me', { id: 1 }]]);
  return { actions };
}

beforeEach(() => fakeMedia());

describe('MessageRow', () => {
  it('leads to the message that it replies to [CHAT-98]', () => {
    const { actions } = show({ replyTo: quote });
    fireEvent.click(screen.getByRole('button', { name: /갈매기.*언제 와\?/ }));
    expect(actions.onJump).toHaveBeenCalledExactlyOnceWith(3);
  });

  it.each([
    ['taken back', { content: '', isRecalled: true }, '회수된 메시지'],
    ['removed', { content: '', isRecalled: true, isRemoved: true }, '삭제된 메시지'],
    ['not shown', { content: '', senderId: null, nickName: null }, '볼 수 없는 메시지'],
  ])(
    'says of a message that is %s what it was, and leads nowhere [CHAT-98]',
    (_name, part, text) => {
      show({ replyTo: { ...quote, ...part } });
      expect(screen.getByText(text)).toBeDefined();
      expect(screen.queryByRole('button', { name: new RegExp(text) })).toBeNull();
    },
  );

  it('quotes a picture, and the member themselves as 나 [CHAT-98]', () => {
    const picture = { ...quote, senderId: 1, content: '', isPicture: true };
    show({ replyTo: picture }, { isToMe: true });
    expect(screen.getByRole('button', { name: /나.*사진/ })).toBeDefined();
  });

  it('sums its reactions up for screen readers [CHAT-99]', () => {
    const reactions = [
      { reaction: 'LIKE', count: 3, isMine: true },
      { reaction: 'SAD', count: 1, isMine: false },
    ] as const;
    show({ reactions: [...reactions] });
    expect(screen.getByRole('button', { name: '반응: 좋아요 3, 슬퍼요 1' })).toBeDefined();
  });

  it.each([true, false])(
    'takes the own reaction away only where one can write: %s [CHAT-99]',
    async (canSend) => {
      const member = { id: 1, nickName: '해솔', profileThumbnails: null };
      fakeApi({
        'GET /api/mail/reactions/7/7': { body: { reactions: [{ reaction: 'LIKE', member }] } },
      });
      const reactions = [{ reaction: 'LIKE', count: 1, isMine: true } as const];
      const { actions } = show({ reactions }, {}, canSend);
      fireEvent.click(screen.getByRole('button', { name: '반응: 좋아요 1' }));
      await screen.findByText('해솔');
      const button = screen.queryByRole('button', { name: '취소' });
      expect(button !== null).toBe(canSend);
      if (button) fireEvent.click(button);
      if (canSend) expect(actions.onReact).toHaveBeenCalledOnce();
    },
  );

  it('names the sender in the room of a lecture, above the first of a group [CHAT-101]', () => {
    const sender = { nickName: '물결', profileThumbnails: null };
    show({ sender });
    expect(screen.getByRole('button', { name: '물결 프로필 보기' })).toBeDefined();
    cleanup();
    show({ sender }, { isStart: false });
    expect(screen.queryByRole('button', { name: '물결 프로필 보기' })).toBeNull();
  });
});

type PageProps = { onSend: (content: string, reply: ChatQuote | null) => boolean };

function Page({ onSend }: PageProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [reply, setReply] = useState<ChatQuote | null>(quote);
  return (
    <>
      <button type="button" onClick={() => setReply(quote)}>
        답장
      </button>
      <RoomComposer
        areaRef={area}
        draftKey={{ memberId: 1, boardType: 'mail', postId: 7 }}
        reply={reply}
        nameOf={() => '갈매기'}
        onReply={setReply}
        onSend={onSend}
        onPicture={() => undefined}
      />
    </>
  );
}

describe('RoomComposer', () => {
  const send = (text: string) => {
    const field = screen.getByRole('textbox', { name: '메시지 입력' });
    fireEvent.input(field, { target: { value: text } });
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', keyCode: 13 });
  };
  const bar = () => screen.queryByRole('button', { name: '답장 취소' });

  it('replies once; Esc and its button give it up [CHAT-98]', () => {
    const onSend = vi.fn(() => true);
    renderWithClient(<Page onSend={onSend} />);
    const field = screen.getByRole('textbox', { name: '메시지 입력' });
    fireEvent.keyDown(field, { key: 'Escape', code: 'Escape' });
    expect(bar()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '답장' }));
    fireEvent.click(screen.getByRole('button', { name: '답장 취소' }));
    expect(document.activeElement).toBe(field);
    fireEvent.click(screen.getByRole('button', { name: '답장' }));
    send('그래');
    expect(onSend).toHaveBeenLastCalledWith('그래', quote);
    expect(bar()).toBeNull();
    send('또');
    expect(onSend).toHaveBeenLastCalledWith('또', null);
  });

  it('keeps the reply with a text that was not accepted [CHAT-98]', () => {
    renderWithClient(<Page onSend={() => false} />);
    send('그래');
    expect(bar()).not.toBeNull();
  });
});
