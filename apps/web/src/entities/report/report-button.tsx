import { useNavigate } from '@tanstack/react-router';
import { Siren } from 'lucide-react';
import { reportPlace } from '../../app/paths.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Leads to the support form, filled in for a report of the post (decisions 171). */
export function ReportButton({ post }: { post: { id: number; title: string } }) {
  const navigate = useNavigate();
  const place = reportPlace({ kind: 'post', id: post.id }, post.title);
  return (
    <IconButton label="신고" onClick={() => void navigate(place)}>
      <Siren size={18} aria-hidden="true" />
    </IconButton>
  );
}
