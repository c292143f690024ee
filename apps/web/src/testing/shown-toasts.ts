import { toast } from 'sonner';

/** Visible toasts, oldest first. */
export function shownToasts() {
  return toast
    .getToasts()
    .map((shown) => ('title' in shown ? { kind: shown.type, text: shown.title } : shown));
}
