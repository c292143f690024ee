import { useState } from 'react';
import { SuspendDialog } from '../../features/admin/suspend-dialog.tsx';
import { RemovedView } from '../../features/moderation/removed-view.tsx';
import type { Suspect } from '../../features/moderation/report-card.tsx';
import { ReportQueue } from '../../features/moderation/report-queue.tsx';
import { PostContent } from '../../features/posts/post-content.tsx';

/** Composes the report queue with the suspension dialog. */
export function ReportPanel() {
  const [suspect, setSuspect] = useState<Suspect | null>(null);
  return (
    <>
      <ReportQueue onSuspend={setSuspect} />
      {suspect && <SuspendDialog member={suspect} onClose={() => setSuspect(null)} />}
    </>
  );
}

/** Composes the removed posts with their rendered content. */
export function RemovedPanel() {
  return <RemovedView renderPost={(html) => <PostContent html={html} />} />;
}
