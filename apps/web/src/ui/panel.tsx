import type { ReactNode, RefObject } from 'react';
import { PHONE, useMedia } from '../lib/use-media.ts';
import { Dialog } from './dialog.tsx';
import { Popover } from './popover.tsx';

type PanelProps = {
  title: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
};

/** A popover below its header button, on phones a bottom sheet. */
export function Panel(props: PanelProps) {
  const { children, ...frame } = props;
  if (useMedia(PHONE)) {
    return (
      <Dialog open onClose={props.onClose} title={props.title}>
        <div className="-mx-5 -mb-5 min-h-[50dvh]">{children}</div>
      </Dialog>
    );
  }
  return (
    <Popover
      {...frame}
      className="max-h-[min(640px,calc(100dvh-var(--header-h)-24px))] w-[400px] overflow-y-auto overscroll-contain rounded-card"
    >
      <div className="min-h-70">{children}</div>
    </Popover>
  );
}
