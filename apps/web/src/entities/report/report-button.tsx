import { Siren } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { openReport, reportOfPost } from './report.ts';

/** Reports a post that was read to its end; its menu does the same at the beginning. */
export function ReportButton({ post }: { post: Parameters<typeof reportOfPost>[0] }) {
  return (
    <Button
      variant="ghost"
      icon={<Siren size={16} />}
      aria-haspopup="dialog"
      className="h-11 text-ink-3"
      onClick={() => openReport(reportOfPost(post))}
    >
      신고
    </Button>
  );
}
