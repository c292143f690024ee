import { useBlocker } from '@tanstack/react-router';
import { hasSwitched } from '../../../lib/session/session.ts';
import { confirmDialog } from '../../../ui/ask.ts';
import { WRITE_TEXTS } from './write.texts.ts';

/** Asks before the page with unfinished writing is left, inside the app and by the browser. */
export function useLeaveWarning(isDirty: () => boolean): void {
  useBlocker({
    // Another person logged in elsewhere: this page must go, its draft is kept.
    enableBeforeUnload: () => isDirty() && !hasSwitched(),
    shouldBlockFn: async () => {
      if (!isDirty()) return false;
      const leaves = await confirmDialog({
        title: WRITE_TEXTS.leaveTitle,
        body: WRITE_TEXTS.leaveBody,
        confirmLabel: '나가기',
        cancelLabel: '계속 쓰기',
      });
      return !leaves;
    },
  });
}
