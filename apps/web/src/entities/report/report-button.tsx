import { Siren } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { openReport } from './report.ts';

type ReportButtonProps = { post: { id: number; title: string; writerId: number | null } };

export function ReportButton({ post: { id, title, writerId } }: ReportButtonProps) {
  const report = () => openReport({ type: 'POST', id, about: title, memberId: writerId });
  return (
    <IconButton label="신고" aria-haspopup="dialog" onClick={report}>
      <Siren size={18} />
    </IconButton>
  );
}
