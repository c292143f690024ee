import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi, renderWithClient } from '../../../testing/fake-api.tsx';
import { SimilarQuestions } from './similar-questions.tsx';

const CALL = 'GET /api/post/similar-questions';
const question = (id: number, answered: boolean) => ({
  id,
  title: `등대 견학 ${id}`,
  createdDate: '2026-11-20T09:00:00+09:00',
  commentCount: 3,
  answered,
});

it('announces what is like the title, and lists it on request with what is answered [POST-260]', async () => {
  const calls = fakeApi({
    [CALL]: { body: { questions: [question(1, true), question(2, false)] } },
  });
  renderWithClient(<SimilarQuestions title="등대 견학은 언제인가요" />);
  const button = await screen.findByRole('button', { name: '비슷한 질문 2개 (답변 완료 1개)' });
  const line = screen.getByText('비슷한 질문 2개 (답변 완료 1개)가 있습니다.');
  expect(line.getAttribute('aria-live')).toBe('polite');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('link')).toBeNull();
  fireEvent.click(button);
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/main/community/qna/post/1',
    '/main/community/qna/post/2',
  ]);
  expect(links.map((link) => link.textContent?.includes('답변 완료'))).toEqual([true, false]);
  expect(links[0]?.getAttribute('target')).toBe('_blank');
  expect(calls).toHaveLength(1);
});

it.each(['', '?', '가 나', 'ㅎ'])('does not ask for %j [POST-260]', async (title) => {
  const calls = fakeApi({});
  renderWithClient(<SimilarQuestions title={title} />);
  await Promise.resolve();
  expect(calls).toEqual([]);
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  ['of a failure', () => ({ status: 429, body: { error: 'TOO_MANY_REQUESTS', message: '많음' } })],
  ['of a lost network', () => Promise.reject(new TypeError('offline'))],
])('shows nothing %s [POST-260]', async (_, answer) => {
  const calls = fakeApi({ [CALL]: answer });
  renderWithClient(<SimilarQuestions title="등대 견학" />);
  await waitFor(() => expect(calls).toHaveLength(1));
  await Promise.resolve();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
