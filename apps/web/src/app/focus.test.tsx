import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { LoginForm } from '../features/auth/login-form.tsx';
import { NO_DRAFT_NOTE } from '../lib/typed-draft.ts';
import { renderRouted } from '../testing/routed.tsx';
import { alertDialog } from '../ui/ask.ts';
import { Button } from '../ui/button.tsx';
import { RichEditor } from '../ui/editor/rich-editor.tsx';

function SaveOnce({ onSave }: { onSave: () => void }) {
  const [isSaved, setSaved] = useState(false);
  const save = () => {
    onSave();
    setSaved(true);
  };
  return (
    <Button disabled={isSaved} onClick={save}>
      저장
    </Button>
  );
}

it('a button that its own press disables keeps the focus and ignores further presses [UI-100]', async () => {
  const onSave = vi.fn();
  await renderRouted(<SaveOnce onSave={onSave} />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '저장' });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  expect([document.activeElement, button.disabled]).toEqual([button, false]);
  fireEvent.click(button);
  expect(onSave).toHaveBeenCalledOnce();
  fireEvent.blur(button);
  await waitFor(() => expect(button.disabled).toBe(true));
});

const farewell: { leave?: () => void } = {};

function Leaving() {
  const [hasLeft, setLeft] = useState(false);
  farewell.leave = () => setLeft(true);
  return hasLeft ? (
    <main>
      <h1 data-page-heading tabIndex={-1}>
        로그인
      </h1>
      <LoginForm onDone={() => undefined} />
    </main>
  ) : (
    <Button onClick={() => void alertDialog({ title: '계정이 삭제되었습니다.' })}>계정 삭제</Button>
  );
}

it('an alert keeps the focus while the page behind it changes, then hands it to the new page [UI-100]', async () => {
  await renderRouted(<Leaving />);
  const button = screen.getByRole('button', { name: '계정 삭제' });
  button.focus();
  fireEvent.click(button);
  const confirm = await screen.findByRole('button', { name: '확인' });
  act(() => farewell.leave?.());
  expect(document.querySelector('[data-page-heading]')).not.toBeNull();
  expect(document.activeElement).toBe(confirm);
  fireEvent.click(confirm);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('로그인'));
  expect(document.activeElement?.tagName).toBe('H1');
});

it('the arrow keys of the toolbar reach its menus [UI-100]', async () => {
  await renderRouted(
    <RichEditor
      draft={NO_DRAFT_NOTE}
      label="내용"
      placeholder=""
      initialHtml="<p>글</p>"
      onChange={() => undefined}
      onReady={() => undefined}
    />,
  );
  const strike = await screen.findByRole('button', { name: '취소선' });
  strike.focus();
  fireEvent.keyDown(strike, { key: 'ArrowRight' });
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '글자 색' })),
  );
});
