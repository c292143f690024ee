import { useLeaveWarning as useWarning } from '../../../ui/use-leave-warning.ts';
import { WRITE_TEXTS } from './write.texts.ts';

const TEXTS = {
  title: WRITE_TEXTS.leaveTitle,
  body: WRITE_TEXTS.leaveBody,
  stay: '계속 쓰기',
};

/** Asks before the page with unfinished writing is left; its draft is kept. */
export function useLeaveWarning(isDirty: () => boolean): void {
  useWarning(isDirty, TEXTS);
}
