import { useLocation } from '@tanstack/react-router';
import { useMe } from '../../entities/member/me.ts';
import { isShowingKeys } from '../../lib/page-keys.ts';
import { useStore } from '../../lib/store.ts';
import { lazyPart, quietPart } from '../../ui/lazy-part.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { AppNotices } from './app-notices.tsx';

const SecondFactorDue = quietPart(
  async () => (await import('./second-factor-due.tsx')).SecondFactorDue,
);

const KeysHelp = lazyPart(async () => (await import('./keys-help.tsx')).KeysHelp);

type Where = { pathname: string; search: { room?: number } };

/** Only reading pages show stored content; an open chat room has an offline line of its own. */
export function offlineTextAt({ pathname, search }: Where): string | undefined {
  if (search.room) return undefined;
  const isRead = /^\/main(?!.*\/write)/.test(pathname);
  return `오프라인${isRead ? ' · 저장된 내용' : ''}입니다`;
}

/** What appears above any page by itself, and the list of its keys; loaded after the page. */
export function PageNotices() {
  const { data: me } = useMe();
  const isShowingHelp = useStore(isShowingKeys);
  const offlineText = useLocation({ select: offlineTextAt });
  return (
    <>
      <AppNotices offlineText={offlineText}>
        {me?.secondFactorDue && <SecondFactorDue />}
      </AppNotices>
      <Toaster />
      {isShowingHelp && <KeysHelp onClose={() => isShowingKeys.set(false)} />}
    </>
  );
}
