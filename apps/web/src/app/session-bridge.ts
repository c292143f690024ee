import type { QueryClient } from '@tanstack/react-query';
import { watchSession } from '../lib/session/session.ts';
import { toast } from '../ui/toast.ts';
import { PATHS } from './paths.ts';
import { safeReturnPath } from './return-path.ts';
import type { AppRouter } from './router.tsx';

const LEFT_ELSEWHERE_TEXT = '다른 창에서 로그아웃했습니다.';
const ENDED_TEXT = '로그인이 만료되었습니다. 다시 로그인해 주세요.';

/** What the app does when the session ends, here or in another tab. */
export function bridgeSession(router: AppRouter, queryClient: QueryClient): void {
  const forget = () => {
    void queryClient.cancelQueries();
    queryClient.clear();
  };
  watchSession({
    onEnd: (why) => {
      const { href } = router.state.location;
      const wanted = why === 'ended' ? (safeReturnPath(href) ?? undefined) : undefined;
      if (why === 'ended') toast.info(ENDED_TEXT);
      if (why === 'elsewhere') toast.info(LEFT_ELSEWHERE_TEXT);
      const leave = router.navigate({
        to: PATHS.login,
        search: { redirect: wanted },
        replace: true,
        // Nothing on the page may hold it: drafts are kept, and the session is over.
        ignoreBlocker: true,
      });
      // The private page is gone before its data is: no query starts again without a token.
      void leave.finally(forget);
    },
    onSwitch: () => {
      window.location.assign(PATHS.main);
    },
  });
}
