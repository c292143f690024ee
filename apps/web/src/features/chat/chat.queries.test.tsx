import type { ChatMessage, ChatReaction } from '@naru/contract/chat';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { chatKeys } from '../../entities/keys.ts';
import { createTestClient, fakeApi } from '../../testing/fake-api.tsx';
import type { RoomLog } from './chat.log.ts';
import { useReact } from './chat.queries.ts';

const PUT = 'PUT /api/mail/reaction/7/1';
const of = (reaction: ChatReaction) => ({ reaction, count: 1, isMine: true });
const refused = { status: 403, body: { error: 'FORBIDDEN', message: '' } };

/** Reacts to a message without reactions; each response waits for `respond`. */
function setUp() {
  const waiting: ((response: { status?: number; body: unknown }) => void)[] = [];
  fakeApi({ [PUT]: () => new Promise((resolve) => waiting.push(resolve)) });
  const client = createTestClient();
  const message = { id: 1, reactions: [], isRecalled: false } as unknown as ChatMessage;
  client.setQueryData<RoomLog>(chatKeys.log(7), {
    ...{ messages: [message], last: true, partnerReadId: 0, checkedId: 1 },
  });
  const shown = () => client.getQueryData<RoomLog>(chatKeys.log(7))?.messages[0]?.reactions ?? [];
  const { result } = renderHook(() => useReact(7), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const react = (reaction: ChatReaction) =>
    act(() => result.current({ id: 1, reactions: shown() }, reaction));
  const respond = async (response: { status?: number; body: unknown }) => {
    await waitFor(() => expect(waiting).toHaveLength(1));
    waiting.shift()?.(response);
  };
  const settled = () => waitFor(() => expect(client.isMutating()).toBe(0));
  return { shown, react, respond, settled, waiting };
}

describe('a reaction', () => {
  it('is taken back when it is refused [CHAT-99]', async () => {
    const { shown, react, respond, settled } = setUp();
    react('LIKE');
    expect(shown()).toEqual([of('LIKE')]);
    await respond(refused);
    await settled();
    expect(shown()).toEqual([]);
  });

  it('is not replaced by the response to an earlier one [CHAT-99]', async () => {
    const { shown, react, respond, settled, waiting } = setUp();
    react('LIKE');
    react('SAD');
    await respond({ body: { reactions: [of('LIKE')] } });
    await waitFor(() => expect(waiting).toHaveLength(1));
    expect(shown()).toEqual([of('SAD')]);
    await respond(refused);
    await settled();
    expect(shown()).toEqual([of('LIKE')]);
  });

  it('leaves nothing of two that are refused [CHAT-99]', async () => {
    const { shown, react, respond, settled, waiting } = setUp();
    react('LIKE');
    react('SAD');
    await respond(refused);
    await waitFor(() => expect(waiting).toHaveLength(1));
    expect(shown()).toEqual([of('SAD')]);
    await respond(refused);
    await settled();
    expect(shown()).toEqual([]);
  });
});
