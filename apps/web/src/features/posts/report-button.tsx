import { useNavigate } from '@tanstack/react-router';
import { Siren } from 'lucide-react';
import { PATHS, reportSearch } from '../../app/paths.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Leads to the support form, filled in for a report of the post (decisions 171). */
export function ReportButton({ postId }: { postId: number }) {
  const navigate = useNavigate();
  const search = reportSearch({ kind: 'post', id: postId });
  return (
    <IconButton label="신고" onClick={() => void navigate({ to: PATHS.support, search })}>
      <Siren size={18} aria-hidden="true" />
    </IconButton>
  );
}
