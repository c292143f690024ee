import type { Comment } from '@naru/contract/comments';
import { TEXTS } from '@naru/contract/texts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubPut } from '../../testing/fake-upload.ts';
import { shownToasts } from '../../testing/shown-toasts.ts';
import { CommentPicture, CommentText } from './comment-text.tsx';
import { NewComment } from './new-comment.tsx';
import { InThread } from './thread.fixture.tsx';
import { commentOutbox } from './unsent.ts';

const URL_OF_PICTURE = '/files/aaaaaaaaaaaaaaaaaaaaaaaa.webp';

type Body = { content: string; picture?: { url: string; alt: string } };
let sent: Body[] = [];
let answer: (body: Body) => Response;

beforeEach(() => {
  sent = [];
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (url.includes('presign')) {
      return Response.json({ uploadUrl: '/files/upload/x', fileUrl: URL_OF_PICTURE });
    }
    if (method !== 'POST') return Response.json({ comments: [], commentCount: 0, next: null });
    sent.push(JSON.parse(String(body)));
    return answer(JSON.parse(String(body)));
  });
});
afterEach(() => vi.unstubAllGlobals());

async function write(text: string) {
  render(
    <InThread>
      <NewComment />
    </InThread>,
  );
  const file = new File(['x'], '항구.png', { type: 'image/png' });
  fireEvent.change(screen.getByTestId('comment-picture'), { target: { files: [file] } });
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '댓글 쓰기' });
  fireEvent.input(box, { target: { value: text } });
  return box;
}

const send = () => fireEvent.click(screen.getByRole('button', { name: '등록' }));

it('is sent with its words once it is uploaded, and leaves the form then [COMM-102]', async () => {
  stubPut(200);
  answer = () =>
    Response.json({ comment: { id: 9, postId: 1, parentId: null, content: 'x' }, commentCount: 1 });
  const box = await write('노을이에요');
  const alt = await screen.findByRole('textbox', { name: '사진 설명' });
  fireEvent.input(alt, { target: { value: ' 노을 진 항구 ' } });
  await screen.findByText('사진을 올렸습니다.');
  send();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.picture).toEqual({ url: URL_OF_PICTURE, alt: '노을 진 항구' });
  await waitFor(() => expect(screen.queryByRole('img', { name: '고른 사진' })).toBeNull());
  expect(box.value).toBe('');
});

it('keeps the buttons of the form in view, which it makes higher [COMM-102]', async () => {
  stubPut(200);
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  await write('노을이에요');
  await screen.findByText('사진을 올렸습니다.');
  const form = screen.getByTestId('comment-picture').closest('form');
  await waitFor(() => expect(scroll.mock.contexts).toContain(form));
});

it('stays with its text in the form without a network [COMM-105]', async () => {
  stubPut(200);
  answer = () => {
    throw new TypeError('offline');
  };
  const box = await write('연결이 없어요');
  await screen.findByText('사진을 올렸습니다.');
  send();
  await waitFor(() => expect(JSON.stringify(shownToasts())).toContain('사진이 있는 댓글은'));
  expect(box.value).toBe('연결이 없어요');
  expect(screen.getByRole('img', { name: '고른 사진' })).toBeTruthy();
  expect(commentOutbox.items.get()).toEqual([]);
});

it('that cannot be uploaded goes, and the text stays [COMM-105]', async () => {
  stubPut(0);
  const box = await write('글은 남아요');
  await waitFor(() => expect(JSON.stringify(shownToasts())).toContain('사진을 올리지 못했습니다'));
  expect(screen.queryByRole('img', { name: '고른 사진' })).toBeNull();
  expect(box.value).toBe('글은 남아요');
});

it('has a fixed place and words, also when it cannot be loaded [COMM-102]', () => {
  const { container } = render(<CommentPicture picture={{ url: URL_OF_PICTURE, alt: '' }} />);
  expect(screen.getByRole('button', { name: '댓글에 첨부된 사진, 크게 보기' })).toBeTruthy();
  const image = container.querySelector('img');
  expect([image?.width, image?.height]).toEqual([240, 180]);
  if (image) fireEvent.error(image);
  expect(screen.getByText('사진을 불러오지 못했습니다.')).toBeTruthy();
});

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
