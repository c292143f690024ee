import { useMe } from '../../entities/member/me.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { AppNotices } from './app-notices.tsx';
import { SecondFactorDue } from './second-factor-due.tsx';

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
