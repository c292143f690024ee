import { FileClock } from 'lucide-react';
import { formatListDate } from '../../lib/format/dates.ts';
import { Button } from '../../ui/button.tsx';

/** Offers to restore the draft of an earlier visit. */
export function DraftBar(props: { savedAt: number; onRestore: () => void; onDrop: () => void }) {
  return (
    <section
      aria-label="임시 저장된 글"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-ctl bg-sea-weak px-4 py-2.5"
    >
      <FileClock size={18} className="shrink-0 text-sea" />
      <p className="min-w-0 flex-1 basis-60 text-md">
        <span className="font-semibold">임시 저장된 글이 있습니다.</span>{' '}
        <span className="text-ink-2">
          {formatListDate(new Date(props.savedAt).toISOString())}에 저장했습니다.
        </span>
      </p>
      <div className="flex gap-2">
        <Button size="sm" variant="ghost" onClick={props.onDrop}>
          버리기
        </Button>
        <Button size="sm" variant="primary" onClick={props.onRestore}>
          이어 쓰기
        </Button>
      </div>
    </section>
  );
}
