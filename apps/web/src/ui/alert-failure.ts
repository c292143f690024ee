import { messageOf, TRY_LATER } from '../lib/api/api-error.ts';
import { alertDialog } from './ask.ts';

/** Alerts that an action failed, with the server's reason or else `fallback`. */
export function alertFailure(title: string, error: unknown, fallback = TRY_LATER): Promise<void> {
  return alertDialog({ title, body: messageOf(error, fallback) });
}
