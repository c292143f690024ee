import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { LogRow } from './chat.rows.ts';

/** Distances in px that count as being at the edge. */
const END_PX = 24;
const TOP_PX = 160;

type Options = {
  rows: readonly LogRow[];
  /** A loaded message to scroll to, once for each object. */
  target?: { id: number } | null;
  /** Called near the first message or while the rows do not fill the view; `again` repeats the check. */
  onTop: (again: () => void) => void;
};

/** A message in view, with the distance of its top from that of the view in px. */
type Anchor = { key: string; distance: number };

/**
 * Sticks to the end when messages arrive, the view shrinks or rows grow, unless the user scrolled
 * up. Otherwise what is in view stays where it is, whatever is put before it or measured late.
 */
export function useLogScroll({ rows, onTop, target = null }: Options) {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const sticks = useRef(true);
  /** Position after the last scroll event or jump, in px. */
  const lastTop = useRef(0);
  const anchor = useRef<Anchor | null>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const [hasNew, setHasNew] = useState(false);

  const firstKey = rows[0]?.key;
  const knownFirst = useRef(firstKey);
  const shift = knownFirst.current !== undefined && knownFirst.current !== firstKey;

  const scrollToEnd = useCallback(() => {
    const element = box.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  }, []);

  const checkTop = () => {
    const handle = list.current;
    if (!handle || handle.viewportSize === 0) return;
    const isShort = handle.scrollSize < handle.viewportSize + TOP_PX;
    if (isShort || (!sticks.current && handle.scrollOffset < TOP_PX)) latest.current();
  };
  const latest = useRef(() => onTop(checkTop));

  const noteAnchor = (element: HTMLElement) => {
    const handle = list.current;
    if (!handle) return;
    const { scrollTop, clientHeight } = element;
    const isInView = (at: number) => {
      const distance = handle.getItemOffset(at) - scrollTop;
      return distance >= 0 && distance < clientHeight;
    };
    // The same as long as it is in view: older ones that come in above it may yet grow.
    const known = rows.findIndex(({ key }) => key === anchor.current?.key);
    const edge = handle.findItemIndex(scrollTop);
    const at =
      known >= 0 && isInView(known)
        ? known
        : rows.findIndex(({ kind }, index) => index > edge && kind === 'message');
    const key = rows[at]?.key;
    anchor.current =
      key === undefined ? null : { key, distance: handle.getItemOffset(at) - scrollTop };
  };

  /** On a busy device rows are measured too late for virtua to make up for them. */
  const keepAnchor = () => {
    const [element, handle, anchored] = [box.current, list.current, anchor.current];
    if (!element || !handle || !anchored) return;
    const at = rows.findIndex(({ key }) => key === anchored.key);
    const top = handle.getItemOffset(at) - anchored.distance;
    if (at >= 0 && Math.abs(element.scrollTop - top) > 1) element.scrollTop = top;
  };

  const last = rows.at(-1);
  const lastKey = last?.key;
  const isOwnLast = last?.kind === 'message' && last.isMine;
  const isSending = isOwnLast && last.message.pending?.state === 'sending';

  useLayoutEffect(() => {
    latest.current = () => onTop(checkTop);
    knownFirst.current = firstKey;
  });

  useLayoutEffect(() => {
    if (lastKey === undefined) return;
    if (isSending) sticks.current = true;
    if (sticks.current) scrollToEnd();
    else if (!isOwnLast) setHasNew(true);
  }, [lastKey, isSending, isOwnLast, scrollToEnd]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: checks again when the first row changed
  useEffect(() => checkTop(), [firstKey]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each target
  useEffect(() => {
    const at = rows.findIndex((row) => row.kind === 'message' && row.message.id === target?.id);
    if (target === null || at < 0) return;
    sticks.current = false;
    anchor.current = null;
    list.current?.scrollToIndex(at, { align: 'center' });
  }, [target]);

  const follow = (atEnd: boolean) => {
    sticks.current = atEnd;
    setAtEnd(atEnd);
    if (atEnd) setHasNew(false);
  };

  return {
    box,
    list,
    shift,
    isAtEnd,
    hasNew,
    toEnd: () => {
      follow(true);
      scrollToEnd();
    },
    onScroll: () => {
      const element = box.current;
      if (!element) return;
      const { scrollTop } = element;
      const rest = element.scrollHeight - element.clientHeight - scrollTop;
      // Only scrolling up leaves the end, not rows that grow below or become shorter.
      if (rest <= END_PX) follow(true);
      else if (scrollTop < lastTop.current) follow(false);
      lastTop.current = scrollTop;
      noteAnchor(element);
      checkTop();
    },
    onResize: () => {
      if (sticks.current) scrollToEnd();
      else keepAnchor();
      checkTop();
    },
  };
}
