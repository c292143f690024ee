import { useState } from 'react';
import { SuspendDialog } from '../../features/admin/suspend-dialog.tsx';
import type { Suspect } from '../../features/moderation/report-card.tsx';
import { ReportQueue } from '../../features/moderation/report-queue.tsx';

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
