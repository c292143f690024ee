import type { PostDetail } from '@naru/contract/posts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { AskSeller } from './ask-seller.tsx';
import { roomToWriteIn } from './use-open-room.ts';

it('opens the room about the item, to write in it [CHAT-95, CHAT-106]', async () => {
  const post = { id: 3, isAuthor: false, writerId: 5, blocked: false } as unknown as PostDetail;
  fakeApi({ 'POST /api/mail/item/3': { status: 201, body: { roomId: 41, message: '' } } });
  const { router } = await renderRouted(<AskSeller post={post} />);
  fireEvent.click(screen.getByRole('button', { name: '판매자에게 문의' }));
  await waitFor(() => expect(router.state.location.href).toBe('/chat-mail?room=41'));
  expect(roomToWriteIn.get()).toBe(41);
});
