import { messageOf } from '../../lib/api/api-error.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';

type Removal = {
  title: string;
  body: string;
  confirmLabel: string;
  run: () => Promise<unknown>;
  done: string;
  failed: string;
};

/** Asks for confirmation, runs the removal and shows its result; true when it succeeded. */
export async function confirmRemoval({ run, done, failed, ...question }: Removal) {
  if (!(await confirmDialog({ ...question, danger: true }))) return false;
  try {
    await run();
    toast.success(done);
    rescueFocus();
    return true;
  } catch (error) {
    toast.error(messageOf(error, failed));
    return false;
  }
}

/** Moves the focus to the page heading after the focused element was removed. */
function rescueFocus(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
}
