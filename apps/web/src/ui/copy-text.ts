import { toast } from './toast.ts';

/** Copies a text and says so; `failed` says what to do where the browser lets nothing be copied. */
export async function copyText(
  text: string,
  { done, failed }: { done: string; failed: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    // The clipboard needs HTTPS and permission.
    toast.error(failed);
  }
}
