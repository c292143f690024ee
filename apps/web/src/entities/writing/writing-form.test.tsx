import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { loadDraft } from '../../lib/draft.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { WritingForm } from './writing-form.tsx';

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
