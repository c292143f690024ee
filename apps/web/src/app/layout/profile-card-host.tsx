import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { closeProfile, shownProfile } from '../../entities/member/profile-card.ts';
import { useStore } from '../../lib/store.ts';

const MemberProfile = lazy(async () => ({
  default: (await import('./member-profile.tsx')).MemberProfile,
}));

/** Renders the profile card that `openProfile` requests; navigation closes it. */
export function ProfileCardHost() {
  const memberId = useStore(shownProfile);
  const pathname = useLocation({ select: (location) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => closeProfile, [pathname]);
  if (memberId === null) return null;
  return (
    <ErrorBoundary fallback={null} resetKeys={[memberId]} onError={closeProfile}>
      <Suspense>
        <MemberProfile key={memberId} memberId={memberId} onClose={closeProfile} />
      </Suspense>
    </ErrorBoundary>
  );
}
