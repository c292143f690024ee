import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { closeProfile, shownProfile } from '../../entities/member/profile-card.ts';
import { useStore } from '../../lib/store.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const MemberProfile = lazyPart(async () => (await import('./member-profile.tsx')).MemberProfile);

/** Renders the profile card that `openProfile` requests; navigation closes it. */
export function ProfileCardHost() {
  const memberId = useStore(shownProfile);
  const pathname = useLocation({ select: (location) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => closeProfile, [pathname]);
  if (memberId === null) return null;
  return <MemberProfile key={memberId} memberId={memberId} onClose={closeProfile} />;
}
