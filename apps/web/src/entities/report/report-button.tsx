import { useNavigate } from '@tanstack/react-router';
import { Siren } from 'lucide-react';
import { type ReportTarget, reportLink } from '../../app/paths.ts';
import { IconButton } from '../../ui/icon-button.tsx';

export function ReportButton({ post }: { post: { id: number; title: string } }) {
  const report = useReport();
  return (
    <IconButton label="신고" onClick={() => report({ type: 'POST', id: post.id }, post.title)}>
      <Siren size={18} />
    </IconButton>
  );
}

/** Opens the support form prefilled for a report. `about` describes the target to the reader. */
export function useReport() {
  const navigate = useNavigate();
  return (target: ReportTarget, about: string) => void navigate(reportLink(target, about));
}
