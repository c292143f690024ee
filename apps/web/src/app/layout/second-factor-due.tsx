import { useLocation } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { PATHS, SECOND_FACTOR_HASH } from '../../lib/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';

/** Asks staff who must set up a second factor to do so, until they dismiss it for this visit. */
export function SecondFactorDue() {
  const [isPutAway, setPutAway] = useState(false);
  const isThere = useLocation({
    select: ({ pathname }) => pathname.startsWith(PATHS.mypageAccount),
  });
  if (isPutAway || isThere) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-ctl border border-line bg-paper py-1.5 pr-2 pl-4 shadow-pop">
      <p className="flex items-center gap-2 py-1 font-medium text-md">
        <ShieldAlert size={16} className="shrink-0 text-buoy" />
        운영 기능을 쓰려면 2단계 인증을 켜 주세요.
      </p>
      <LinkButton
        to={PATHS.mypageAccount}
        hash={SECOND_FACTOR_HASH}
        size="sm"
        variant="primary"
        className="ml-auto max-md:min-h-11"
      >
        설정하기
      </LinkButton>
      <Button
        size="sm"
        variant="ghost"
        className="max-md:min-h-11"
        onClick={() => setPutAway(true)}
      >
        나중에
      </Button>
    </div>
  );
}
