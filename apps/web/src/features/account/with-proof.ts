import { ApiError } from '../../lib/api/api-error.ts';

/** Asks for the password in a dialog; resolves to false when the user dismisses it. */
export type Prove = () => Promise<boolean>;

/**
 * Runs a call and repeats it after a password prompt if the server responds with REAUTH_REQUIRED.
 * Throws that error when the user dismisses the prompt.
 */
export async function withProof<T>(prove: Prove, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'REAUTH_REQUIRED';
    if (!isAsked || !(await prove())) throw error;
    return call();
  }
}
