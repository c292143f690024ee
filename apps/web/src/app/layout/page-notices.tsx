import { Toaster } from '../../ui/toaster.tsx';
import { AppNotices } from './app-notices.tsx';

/** What appears above any page by itself; loaded after the page. */
export function PageNotices() {
  return (
    <>
      <AppNotices />
      <Toaster />
    </>
  );
}
