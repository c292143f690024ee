import { cx } from '../../ui/cx.ts';
import { IN_ORDER } from '../../ui/in-order.ts';
import { ReadOnlyView } from './read-only-view.tsx';
import { SiteNoticeView } from './site-notice-form.tsx';

/** What every page shows at its top: a notice, and that nothing can be stored. */
export function SiteStatusView() {
  return (
    <div className={cx('grid gap-4', IN_ORDER)}>
      <SiteNoticeView />
      <ReadOnlyView />
    </div>
  );
}
