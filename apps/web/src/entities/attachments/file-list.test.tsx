import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toaster } from '../../ui/toaster.tsx';
import { FileList } from './file-list.tsx';

const file = (token: string) => ({
  key: 'k',
  name: '회의록.hwp',
  bytes: 1_572_864,
  contentType: 'application/x-hwp',
  url: `/files/attachments/${token}`,
});

let saved: string[];
let ranges: (string | null)[];
beforeEach(() => {
  saved = [];
  ranges = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.getAttribute('href')} ${this.download}`);
  });
});
afterEach(() => vi.restoreAllMocks());

function serve(statuses: Record<string, number>) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    ranges.push(new Headers(init.headers).get('range'));
    const status = statuses[url.split('/').at(-1) ?? ''] ?? 500;
    const body = {
      error: 'FILE_NOT_FOUND',
      message: '파일을 찾을 수 없습니다. 삭제되었을 수 있으니 화면을 새로 고쳐 주세요.',
      requestId: 'x',
    };
    return new Response(status < 300 ? 'x' : JSON.stringify(body), { status });
  });
}

it('hands the download to the browser, with a fresh address when the first one expired [UPLOAD-42]', async () => {
  serve({ old: 404, new: 206 });
  render(<FileList files={[file('old')]} reload={async () => [file('new')]} />);
  const button = screen.getByRole('button', { name: /내려받기/ });
  expect(button.textContent).toContain('1.5');
  fireEvent.click(button);
  await waitFor(() => expect(saved).toEqual(['/files/attachments/new 회의록.hwp']));
  expect(ranges).toEqual(['bytes=0-0', 'bytes=0-0']);
});

it('says why a file cannot be downloaded any more [UPLOAD-46]', async () => {
  serve({ old: 404 });
  render(
    <>
      <FileList files={[file('old')]} reload={async () => []} />
      <Toaster />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: /내려받기/ }));
  expect(
    await screen.findByText(
      '파일을 찾을 수 없습니다. 삭제되었을 수 있으니 화면을 새로 고쳐 주세요.',
    ),
  ).toBeDefined();
  expect(saved).toEqual([]);
});

it('shows a file by the address of its download, and says which it does not [FILE-03]', async () => {
  serve({ old: 404, new: 200 });
  const large = { ...file('large'), key: 'l', name: '큰 파일.pdf', bytes: 21 * 1_048_576 };
  const zip = { ...file('zip'), key: 'z', name: '묶음.zip' };
  render(<FileList files={[file('old'), large, zip]} reload={async () => [file('new')]} />);
  expect(screen.queryByRole('button', { name: '묶음.zip 미리 보기' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '큰 파일.pdf 미리 보기' }));
  expect((await screen.findByRole('alert')).textContent).toContain('파일이 커서');
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  expect(ranges).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: '회의록.hwp 미리 보기' }));
  await waitFor(() => expect(ranges).toEqual([null, null]));
  const frame = screen.getByTitle('회의록.hwp 내용');
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts');
});
