import { toast } from 'sonner';

/** The toasts that stand, oldest first. */
export function shownToasts() {
  return toast
    .getToasts()
    .map((shown) => ('title' in shown ? { kind: shown.type, text: shown.title } : shown));
}
