import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { logInForTest } from '../testing/fake-session.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /삭제 사유/ });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function open() {
  const onClose = vi.fn();
  render(
    <ReasonDialog
      title="이 글을 삭제할까요?"
      draft="staff-removal-3"
      label="삭제 사유"
      confirmLabel="삭제"
      failure={{ title: '삭제하지 못했습니다.' }}
      onReason={async () => undefined}
      onClose={onClose}
    />,
  );
  return onClose;
}

it.each([
  ['취소 gives it up', () => press('취소'), ''],
  ['Escape keeps it', () => fireEvent.keyDown(reason(), { key: 'Escape' }), '광고\n또 광고'],
  ['the cross keeps it', () => press('닫기'), '광고\n또 광고'],
])('of a reason that staff typed: %s [REL-170]', async (_name, leave, found) => {
  logInForTest();
  const onClose = open();
  fireEvent.input(reason(), { target: { value: '광고\n또 광고' } });
  leave();
  expect(onClose).toHaveBeenCalledOnce();
  cleanup();
  open();
  expect(reason().value).toBe(found);
  if (found !== '') await screen.findByText('작성 중이던 내용을 불러왔습니다.');
});
