import type { ReactElement } from 'react';
import { toasterEnabled } from './toast.ts';

/** Shows a card in the corner of the toasts until it closes itself. */
export async function showToastCard(card: (close: () => void) => ReactElement): Promise<void> {
  toasterEnabled.set(true);
  const { toast } = await import('sonner');
  toast.custom((id) => card(() => toast.dismiss(id)), { duration: Number.POSITIVE_INFINITY });
}
