import type { Comment } from '@naru/contract/comments';
import { TEXTS } from '@naru/contract/texts';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CommentText } from './comment-text.tsx';
import { InThread } from './thread.fixture.tsx';

function show(change: Partial<Comment>) {
  const comment = { id: 1, content: '', targetNickname: null, ...change } as Comment;
  return render(
    <InThread>
      <CommentText comment={comment} />
    </InThread>,
  ).container;
}

it('never takes the text for markup [COMM-96]', () => {
  const content = '<img src=x onerror="alert(1)"> <a href="https://a.example">링크</a>';
  const shown = show({ content });
  expect(shown.querySelector('img, script')).toBeNull();
  expect(shown.textContent).toContain(content);
});

it('opens a written address in a new tab, and says so [COMM-96]', async () => {
  show({ content: '보세요 https://a.example/1에서 javascript:alert(1)' });
  const link = await screen.findByRole('link', { name: /^https:\/\/a\.example\/1 ?\(새 창\)$/ });
  expect(link.getAttribute('href')).toBe('https://a.example/1');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

it('shows who is mentioned by the present nickname, beside links [COMM-101]', async () => {
  const mentions = [{ id: 7, name: '등대', nickname: '새등대' }];
  const shown = show({ content: '@등대님 https://a.example/@등대 좋아요', mentions });
  await screen.findByRole('link');
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['@새등대']);
  expect(shown.textContent).toBe('@새등대님 https://a.example/@등대 (새 창) 좋아요');
});

it('makes buttons of the first 20 mentions of a comment and keeps the rest as words [HTML-26]', async () => {
  const mentions = [{ id: 7, name: '등대', nickname: '등대' }];
  const content = `${'@등대 '.repeat(15)}https://a.example ${'@등대 '.repeat(100)}`;
  const shown = show({ content, mentions });
  await screen.findByRole('link');
  expect(screen.getAllByRole('button')).toHaveLength(20);
  expect(shown.textContent.match(/@등대/g)).toHaveLength(115);
});

it('dims the placeholder of a blinded comment', () => {
  const shown = show({ blinded: true, content: TEXTS.blindedComment });
  expect(shown.textContent).toContain(TEXTS.blindedComment);
});
