import type { LecturePost } from '@naru/contract/lecture-posts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { renderRouted } from '../../../testing/routed.tsx';
import { AnswerForm } from './answer-form.tsx';

// Asked once, when the texts of writing are loaded.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false })));

// The editor needs a browser; what is sent does not depend on it.
vi.mock('../../../ui/editor/rich-editor.tsx', () => ({
  RichEditor: ({ onReady }: { onReady: (editor: unknown) => void }): ReactNode => {
    useEffect(() => onReady({ commands: { focus: () => true } }), [onReady]);
    return null;
  },
}));
vi.mock('../../../ui/editor/editor-html.ts', () => ({
  countUploads: () => 0,
  getEditorHtml: () => '<p>연쇄 법칙을 쓰세요.</p>',
  isEditorBlank: () => false,
}));

const ANSWER = 'PUT /api/lecture-room/3/posts/9/answer';

it('sends an answer once however often the button is pressed, and again after a failure', async () => {
  const calls = fakeApi({
    [ANSWER]: { status: 503, body: { error: 'UNAVAILABLE', message: '잠시 후', requestId: 'x' } },
  });
  const post = { id: 9, lectureRoomId: 3, answer: null } as LecturePost;
  await renderRouted(<AnswerForm post={post} memberId={7} onDone={() => undefined} />);
  const button = await screen.findByRole('button', { name: '답변 등록' });
  act(() => {
    fireEvent.click(button);
    fireEvent.click(button);
  });
  await screen.findByText('잠시 후');
  expect(calls.filter((call) => call.startsWith(ANSWER))).toHaveLength(1);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(button);
  await waitFor(() => expect(calls.filter((call) => call.startsWith(ANSWER))).toHaveLength(2));
});
