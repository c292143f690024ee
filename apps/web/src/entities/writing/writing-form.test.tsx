import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, networkError } from '../../lib/api/api-error.ts';
import { loadDraft } from '../../lib/draft.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { stubPut } from '../../testing/fake-upload.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { useAttachments } from '../attachments/use-attachments.ts';
import { WritingForm } from './writing-form.tsx';

let saved: { attachments: string[] }[];
beforeEach(() => {
  saved = [];
});

const KEY = { memberId: 7, boardType: 'FREE', postId: null } as const;

it('keeps a post that was refused for its rate, with its draft, and says how long to wait [LIMIT-11]', async () => {
  const onSaved = vi.fn();
  const save = vi.fn(() =>
    Promise.reject(
      new ApiError({
        status: 429,
        code: 'POST_THROTTLED',
        message: '글을 너무 많이 등록하고 있습니다. 잠시 후 다시 시도해 주세요.',
        retryAfter: 240,
      }),
    ),
  );
  await renderRouted(
    <WritingForm
      isNew
      draftKeys={[KEY]}
      initial={{ title: '', html: '<p>열한 번째 글</p>' }}
      attachments={null}
      texts={{ required: '필수', unknownFailure: '실패' }}
      save={save}
      onSaved={onSaved}
      onCancel={() => undefined}
    />,
  );
  await screen.findByText('열한 번째 글');
  const title = screen.getByRole<HTMLInputElement>('textbox', { name: /제목/ });
  fireEvent.input(title, { target: { value: '오늘의 소식' } });
  fireEvent.click(screen.getByRole('button', { name: '등록' }));
  const alert = await screen.findByText(/글을 너무 많이 등록하고 있습니다\..*\(4분 뒤\)/);
  expect(alert.closest('[role="alert"]')).not.toBeNull();
  expect(save).toHaveBeenCalledTimes(1);
  expect(onSaved).not.toHaveBeenCalled();
  expect(title.value).toBe('오늘의 소식');
  expect(screen.getByText('열한 번째 글')).toBeDefined();
  window.dispatchEvent(new Event('pagehide'));
  const isAny = (value: unknown): value is { title: string } => value !== null;
  expect(loadDraft(KEY, isAny)?.content.title).toBe('오늘의 소식');
});

it('keeps a post that an overloaded server refused, says why it waits, and sends it again [UI-330]', async () => {
  const busy = { status: 503, code: 'OVERLOADED', message: '이용하는 사람이 많습니다.' } as const;
  const onSaved = vi.fn();
  let isOver = false;
  const save = vi.fn(async () => {
    if (!isOver) throw new ApiError({ ...busy, retryAfter: 3_600 });
    return 1;
  });
  await renderRouted(
    <WritingForm
      isNew
      draftKeys={[KEY]}
      initial={{ title: '', html: '<p>쓰던 글</p>' }}
      attachments={null}
      texts={{ required: '필수', unknownFailure: '실패' }}
      save={save}
      onSaved={onSaved}
      onCancel={() => undefined}
    />,
  );
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: /제목/ });
  fireEvent.input(title, { target: { value: '개강 소식' } });
  fireEvent.click(screen.getByRole('button', { name: '등록' }));
  await screen.findByText(/이용자가 많습니다\. 잠시 후 자동으로 등록합니다/);
  expect([title.value, onSaved.mock.calls.length]).toEqual(['개강 소식', 0]);
  isOver = true;
  // Ends the wait like a network that has returned.
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  expect(save).toHaveBeenCalledTimes(2);
});

function Sample({ isAnonymous }: { isAnonymous: boolean }) {
  const attachments = useAttachments([]);
  return (
    <WritingForm
      isNew
      draftKeys={[KEY]}
      initial={{ title: '', html: '<p>본문</p>' }}
      attachments={isAnonymous ? null : attachments}
      texts={{ required: '필수', unknownFailure: '실패' }}
      save={async (writing) => saved.push(writing)}
      onSaved={() => undefined}
      onCancel={() => undefined}
    />
  );
}

async function pasteFile(isAnonymous: boolean) {
  fakeApi({
    'GET /api/attachments/presign': { body: { uploadUrl: '/put', storeUrl: null, key: 'k1' } },
  });
  stubPut(200);
  await renderRouted(<Sample isAnonymous={isAnonymous} />, [['config', {}]]);
  const editor = (await screen.findByText('본문')).parentElement as HTMLElement;
  const files = [new File(['x'], '안내.hwp'), new File(['x'], '도구.exe')];
  const clipboardData = { files, items: [], types: ['Files'], getData: () => '' };
  fireEvent.paste(editor, { clipboardData });
}

it('takes a file put on the text, sends it with the post and keeps it in the draft [UPLOAD-48]', async () => {
  await pasteFile(false);
  expect((await screen.findAllByText(/^도구\.exe: 올릴 수 없는 형식/)).length).toBeGreaterThan(0);
  await screen.findByRole('button', { name: '안내.hwp 빼기' });
  const isAny = (value: unknown): value is { files: object[] } => value !== null;
  await vi.waitFor(() => {
    expect(loadDraft(KEY, isAny)?.content.files).toMatchObject([{ key: 'k1', name: '안내.hwp' }]);
  });
  fireEvent.input(screen.getByRole('textbox', { name: /제목/ }), { target: { value: '안내' } });
  fireEvent.click(screen.getByRole('button', { name: '등록' }));
  await vi.waitFor(() => expect(saved).toMatchObject([{ title: '안내', attachments: ['k1'] }]));
});

it('takes a file dropped beside the text instead of leaving the page for it [UPLOAD-48]', async () => {
  fakeApi({
    'GET /api/attachments/presign': { body: { uploadUrl: '/put', storeUrl: null, key: 'k1' } },
  });
  stubPut(200);
  await renderRouted(<Sample isAnonymous={false} />, [['config', {}]]);
  await screen.findByText('본문');
  const dataTransfer = { files: [new File(['x'], '안내.hwp')], getData: () => '' };
  const isLeaving = fireEvent.drop(screen.getByRole('textbox', { name: /제목/ }), { dataTransfer });
  expect(isLeaving).toBe(false);
  expect(await screen.findByRole('button', { name: '안내.hwp 빼기' })).toBeDefined();
});

it('says by name that an anonymous post takes no file [UPLOAD-45]', async () => {
  await pasteFile(true);
  expect(
    await screen.findByText(/^안내\.hwp: 익명 글에는 파일을 첨부할 수 없습니다\./),
  ).toBeDefined();
  expect(screen.queryByLabelText('첨부 파일')).toBeNull();
});

it('waits for the network and registers once, under one client id also after a reload [REL-18, POST-92]', async () => {
  const ids: string[] = [];
  let isOnline = false;
  const onSaved = vi.fn();
  const save = vi.fn(async ({ clientId }: { clientId: string }) => {
    ids.push(clientId);
    if (!isOnline) throw networkError();
    return 5;
  });
  const form = (
    <WritingForm
      isNew
      draftKeys={[KEY]}
      initial={{ title: '', html: '' }}
      attachments={null}
      texts={{ required: '필수', unknownFailure: '실패' }}
      save={save}
      onSaved={onSaved}
      onCancel={() => undefined}
    />
  );
  await renderRouted(form);
  const editor = await screen.findByRole('textbox', { name: /내용/ });
  editor.innerHTML = '<p>끊긴 사이</p>';
  await vi.waitFor(() => expect(editor.textContent).toBe('끊긴 사이'));
  const title = screen.getByRole<HTMLInputElement>('textbox', { name: /제목/ });
  fireEvent.input(title, { target: { value: '오늘의 소식' } });
  fireEvent.click(screen.getByRole('button', { name: '등록' }));
  await screen.findByText(/다시 연결되면 자동으로 등록합니다/);
  expect(title.readOnly).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: '그만 기다리기' }));
  await screen.findByText(/네트워크에 연결할 수 없습니다/);
  window.dispatchEvent(new Event('pagehide'));
  cleanup();

  await renderRouted(form);
  fireEvent.click(await screen.findByRole('button', { name: '이어 쓰기' }));
  fireEvent.click(screen.getByRole('button', { name: '등록' }));
  await screen.findByText(/다시 연결되면 자동으로 등록합니다/);
  const triedBefore = ids.length;
  isOnline = true;
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith(5));
  expect(ids).toHaveLength(triedBefore + 1);
  expect(new Set(ids).size).toBe(1);
});
