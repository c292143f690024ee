import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';

type Props = {
  /** From 1. */
  position: number;
  total: number;
  /** Undefined at the end. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
};

/** Where the reader is in a list of the console, with the ways to what is beside. */
export function Beside({ position, total, onPrevious, onNext }: Props) {
  return (
    <div className="flex items-center gap-1">
      <IconButton label="이전" disabled={onPrevious === undefined} onClick={onPrevious}>
        <ChevronLeft size={20} />
      </IconButton>
      <p className="min-w-14 text-center text-ink-2 text-sm tabular-nums">
        <span className="sr-only">목록에서 </span>
        {Math.min(position, total)} / {total}
      </p>
      <IconButton label="다음" disabled={onNext === undefined} onClick={onNext}>
        <ChevronRight size={20} />
      </IconButton>
    </div>
  );
}
