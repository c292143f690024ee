import { ApiError } from '../../lib/api/api-error.ts';

/** Asks for the password in a dialog; false when the user gave up. */
export type Prove = () => Promise<boolean>;

/**
 * Runs a call that needs a fresh password proof. When the server asks for one, the user gives the
 * password and the call runs again; nothing typed is lost. Throws what the call threw when the user
 * gives up.
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
