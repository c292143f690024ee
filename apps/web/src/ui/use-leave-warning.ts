import { useBlocker } from '@tanstack/react-router';
import { hasSwitched } from '../lib/session/session.ts';
import { confirmDialog } from './ask.ts';

const LEAVE_TEXTS = {
  title: '저장하지 않고 나갈까요?',
  body: '수정한 내용은 저장되지 않습니다.',
  stay: '계속 수정',
};

type Location = { pathname: string; search: object };

const pageOf = ({ pathname, search }: Location) => pathname + JSON.stringify(search);

/** Asks before the user leaves a page with unsaved changes, inside the app or by closing the tab. */
export function useLeaveWarning(isDirty: () => boolean, texts = LEAVE_TEXTS): void {
  useBlocker({
    // After another member logged in elsewhere, this page must unload.
    enableBeforeUnload: () => isDirty() && !hasSwitched(),
    shouldBlockFn: async ({ current, next }) => {
      // Another place of the same page leaves nothing.
      if (!isDirty() || pageOf(current) === pageOf(next)) return false;
      const { stay: cancelLabel, ...question } = texts;
      const labels = { confirmLabel: '나가기', cancelLabel };
      return !(await confirmDialog({ ...question, ...labels, prefersCancel: true }));
    },
  });
}
