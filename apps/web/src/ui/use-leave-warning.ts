import { useBlocker } from '@tanstack/react-router';
import { hasSwitched } from '../lib/session/session.ts';
import { confirmDialog } from './ask.ts';

type LeaveTexts = { title: string; body: string; stay: string };

const LEAVE_TEXTS: LeaveTexts = {
  title: '저장하지 않고 나갈까요?',
  body: '바꾼 내용은 저장되지 않습니다.',
  stay: '계속 고치기',
};

/** Warns before a page with unsaved work is left, in the app and by the browser. */
export function useLeaveWarning(isDirty: () => boolean, texts: LeaveTexts = LEAVE_TEXTS): void {
  useBlocker({
    // After another member logged in elsewhere, this page must unload.
    enableBeforeUnload: () => isDirty() && !hasSwitched(),
    shouldBlockFn: async () => {
      if (!isDirty()) return false;
      const leaves = await confirmDialog({
        title: texts.title,
        body: texts.body,
        confirmLabel: '나가기',
        cancelLabel: texts.stay,
      });
      return !leaves;
    },
  });
}
