import { Siren } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useReport } from './use-report.ts';

export function ReportButton({ post }: { post: { id: number; title: string } }) {
  const report = useReport();
  return (
    <IconButton label="신고" onClick={() => report({ type: 'POST', id: post.id }, post.title)}>
      <Siren size={18} aria-hidden="true" />
    </IconButton>
  );
}
