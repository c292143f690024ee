import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { logInForTest } from '../testing/fake-session.ts';
import { ReasonDialog } from './reason-dialog.tsx';

function open() {
  const onClose = vi.fn();
  render(
    <ReasonDialog
      title="이 글을 삭제할까요?"
      draft="staff-removal-POST-3"
      label="삭제 사유"
      confirmLabel="삭제"
      failure={{ title: '삭제하지 못했습니다.' }}
      onReason={async () => undefined}
      onClose={onClose}
    />,
  );
  return onClose;
}
const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /삭제 사유/ });

describe('the reason of a dialog', () => {
  it.each([
    ['취소 gives it up', () => fireEvent.click(screen.getByRole('button', { name: '취소' })), ''],
    ['Escape keeps it', () => fireEvent.keyDown(reason(), { key: 'Escape' }), '광고'],
  ])('%s [REL-170]', (_name, leave, found) => {
    logInForTest();
    const onClose = open();
    fireEvent.input(reason(), { target: { value: '광고' } });
    window.dispatchEvent(new Event('pagehide'));
    leave();
    expect(onClose).toHaveBeenCalled();
    cleanup();
    open();
    expect(reason().value).toBe(found);
  });
});
