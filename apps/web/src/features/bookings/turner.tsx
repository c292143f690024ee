import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';

type TurnerProps = {
  /** What is turned, such as `2주`. */
  by: string;
  /** Undefined where there is nothing to go to. */
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
  children: ReactNode;
};

/** Days between the buttons that go to earlier and later ones. */
export function Turner({ by, onEarlier, onLater, children }: TurnerProps) {
  return (
    <div className="flex min-w-0 items-center gap-1">
      <IconButton label={`이전 ${by}`} tooltip={false} disabled={!onEarlier} onClick={onEarlier}>
        <ChevronLeft size={20} />
      </IconButton>
      {children}
      <IconButton label={`다음 ${by}`} tooltip={false} disabled={!onLater} onClick={onLater}>
        <ChevronRight size={20} />
      </IconButton>
    </div>
  );
}
