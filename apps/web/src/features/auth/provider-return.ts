import type { NavigateOptions } from '@tanstack/react-router';
import type { ProviderVisit } from '../../entities/provider/provider-visit.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { PATHS, PROVIDER_HASH, SECOND_FACTOR_HASH } from '../../lib/paths.ts';
import { isLoggedIn } from '../../lib/session/session.ts';
import { toast } from '../../ui/toast.ts';
import { useEnter } from './use-log-in.ts';

/** The query of the way back. */
type Returned = { code: string; state: string; iss: string | undefined };
/** With the code of the second factor, which a link asks for where it is on. */
type Ending = Returned & { factorCode?: string };

const ACCOUNT = { to: PATHS.mypageAccount, hash: PROVIDER_HASH } as const;

/**
 * Ends the visit, whose `to` is a path of this site, at the server; resolves to the page to open then.
 * Throws what the server refused.
 */
export function useProviderReturn({ purpose, to }: ProviderVisit) {
  const enter = useEnter();

  async function logIn(body: Returned): Promise<NavigateOptions> {
    // Another tab has logged in meanwhile.
    if (isLoggedIn()) return { to: PATHS.main };
    const { tokens, signUp } = await api('POST /api/member/login/provider', {
      body,
      anonymous: true,
    });
    if (tokens !== null) {
      const { secondFactorDue } = await enter(tokens);
      if (secondFactorDue) return { to: PATHS.mypageAccount, hash: SECOND_FACTOR_HASH };
      return { href: to ?? PATHS.main };
    }
    if (signUp !== null) {
      return { to: PATHS.register, search: { mode: 'register' }, state: { signUp } };
    }
    const redirect = `${PATHS.mypageAccount}#${PROVIDER_HASH}`;
    return { to: PATHS.login, search: { redirect }, state: { isUnlinked: true } };
  }

  return async (body: Ending): Promise<NavigateOptions> => {
    if (purpose === 'link') {
      if (!isLoggedIn()) return { to: PATHS.login };
      const { message } = await api('POST /api/member/identities', { body });
      toast.success(message);
      return ACCOUNT;
    }
    try {
      return await logIn(body);
    } catch (error) {
      if (!(error instanceof ApiError) || error.secondStep === undefined) throw error;
      const { secondStep } = error;
      return { to: PATHS.login, search: { redirect: to }, state: { secondStep } };
    }
  };
}
