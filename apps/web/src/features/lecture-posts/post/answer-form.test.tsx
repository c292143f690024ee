import type { LecturePost } from '@naru/contract/lecture-posts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { saveDraft } from '../../../lib/draft.ts';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { renderRouted } from '../../../testing/routed.tsx';
import { AnswerForm } from './answer-form.tsx';

const ANSWER = 'PUT /api/lecture-room/3/posts/9/answer';

it('sends an answer once for repeated presses, and again after a failure', async () => {
  const calls = fakeApi({
    [ANSWER]: { status: 503, body: { error: 'UNAVAILABLE', message: '잠시 후', requestId: 'x' } },
  });
  const html = '<p>연쇄 법칙을 쓰세요.</p>';
  saveDraft({ memberId: 7, boardType: 'ANSWER', postId: 9 }, { title: '', html, choices: '' });
  const post = { id: 9, lectureRoomId: 3, answer: null } as LecturePost;
  await renderRouted(<AnswerForm post={post} memberId={7} onDone={() => undefined} />);
  const button = await screen.findByRole('button', { name: '답변 등록' });
  await screen.findByText('연쇄 법칙을 쓰세요.');
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
