import { type DragEvent, type KeyboardEvent, useState } from 'react';

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** The place a key on the handle leads to, or null. */
function placeOf(key: string, at: number, count: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  return step === undefined ? null : at + step;
}

/** Order by mouse (the handle is dragged onto another card) and by arrow keys, Home and End. */
export function useDragOrder(count: number, onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setFrom(null);
    setOver(null);
  };

  const moveTo = (at: number, to: number, control: HTMLElement) => {
    if (to < 0 || to >= count || to === at) return;
    onMove(at, to);
    // A card that changes its place in the page loses the focus.
    control.focus();
  };

  return {
    dragged: from,
    target: over,
    moveTo,
    handle: (at: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(at));
        const card = event.currentTarget.closest('[data-card]');
        if (card) event.dataTransfer.setDragImage(card, 24, 24);
        setFrom(at);
      },
      onDragEnd: end,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const to = placeOf(event.key, at, count);
        if (to === null) return;
        event.preventDefault();
        moveTo(at, to, event.currentTarget);
      },
    }),
    card: (at: number) => ({
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (from === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setOver(at);
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        if (from === null) return;
        event.preventDefault();
        if (from !== at) onMove(from, at);
        end();
      },
    }),
  };
}
