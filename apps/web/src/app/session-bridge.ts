import type { QueryClient } from '@tanstack/react-query';
import { PATHS } from '../lib/paths.ts';
import { safeReturnPath } from '../lib/return-path.ts';
import { watchSession } from '../lib/session/session.ts';
import { toast } from '../ui/toast.ts';
import type { AppRouter } from './router.tsx';

const LOGGED_OUT_ELSEWHERE_TEXT = '다른 창에서 로그아웃되었습니다.';

/**
 * Handles the end of the session in this or another tab: navigates to the login and clears cached
 * data.
 */
export function bridgeSession(router: AppRouter, queryClient: QueryClient): void {
  const clearCache = () => {
    void queryClient.cancelQueries();
    queryClient.clear();
  };
  watchSession({
    onEnd: (why) => {
      const { href } = router.state.location;
      const wanted = why === 'ended' ? (safeReturnPath(href) ?? undefined) : undefined;
      if (why === 'elsewhere') toast.info(LOGGED_OUT_ELSEWHERE_TEXT);
      const leave = router.navigate({
        to: PATHS.login,
        search: { redirect: wanted },
        state: { isEnded: why === 'ended' },
        replace: true,
        // Drafts are stored and the session is over, so no leave warning may block.
        ignoreBlocker: true,
      });
      // Clears only after leaving: a mounted query would refetch without a token.
      void leave.finally(clearCache);
    },
    onSwitch: () => {
      window.location.assign(PATHS.main);
    },
  });
}
