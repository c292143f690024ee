import { useMe } from '../../entities/member/me.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { AppNotices } from './app-notices.tsx';

const SecondFactorDue = lazyPart(
  async () => (await import('./second-factor-due.tsx')).SecondFactorDue,
  // The settings of the account say it too.
  () => undefined,
);

/** What appears above any page by itself; loaded after the page. */
export function PageNotices() {
  const { data: me } = useMe();
  return (
    <>
      <AppNotices>{me?.secondFactorDue && <SecondFactorDue />}</AppNotices>
      <Toaster />
    </>
  );
}
