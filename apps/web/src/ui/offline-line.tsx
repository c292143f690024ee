import { CloudOff } from 'lucide-react';
import { cx } from './cx.ts';

export function OfflineLine({ text, className }: { text: string; className: string }) {
  return (
    <p className={cx('flex items-center gap-2 font-semibold text-sm', className)}>
      <CloudOff size={15} className="shrink-0" />
      {text}
    </p>
  );
}
