import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubPut } from '../../testing/fake-upload.ts';
import { shownToasts } from '../../testing/shown-toasts.ts';
import { CommentPicture } from './comment-picture.tsx';
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
