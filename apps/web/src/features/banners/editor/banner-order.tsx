import {
  type Active,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
} from '@dnd-kit/sortable';
import { type ReactNode, useRef } from 'react';

type BannerOrderProps = {
  /** What is ordered, for screen readers. */
  name: string;
  keys: readonly string[];
  onMove: (from: number, to: number) => void;
  children: ReactNode;
};

const INSTRUCTIONS = {
  draggable:
    '화살표 키를 누르면 바로 한 자리 옮깁니다. 스페이스를 누르면 집고, 화살표 키로 자리를 고른 뒤 다시 스페이스를 누르면 내려놓습니다. Esc를 누르면 취소합니다.',
};

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** A dragged card stays above its list: one that hangs over the edge would widen a phone's page. */
const insideList: Modifier = ({ transform, containerNodeRect: list, draggingNodeRect: card }) => {
  if (!list || !card) return transform;
  const x = clamp(transform.x, list.left - card.left, list.right - card.right);
  const y = clamp(transform.y, list.top - card.top, list.bottom - card.bottom);
  return { ...transform, x, y };
};

/** Told when a banner has a new place. */
export function toldMove(name: string, from: number, to: number): string {
  return `${name} ${from + 1}번을 ${to + 1}번째로 옮겼습니다.`;
}

/** Cards in it (`useSortable`) change their order by mouse, finger and keyboard. */
export function BannerOrder({ name, keys, onMove, children }: BannerOrderProps) {
  const sensors = useSensors(
    // A press alone is no drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = ({ id }: Pick<Active, 'id'>) => keys.indexOf(String(id));
  // The places at the drop: when it is read out, the order has changed already.
  const result = useRef('');
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [placeOf(active), over ? placeOf(over) : -1];
    const isMove = to >= 0 && to !== from;
    result.current = isMove ? toldMove(name, from, to) : `${name}를 제자리에 내려놓았습니다.`;
    if (isMove) onMove(from, to);
  };
  const announcements = {
    onDragStart: ({ active }: { active: Active }) =>
      `${name} ${placeOf(active) + 1}번을 집었습니다.`,
    onDragOver: ({ over }: Pick<DragEndEvent, 'over'>) =>
      over ? `${placeOf(over) + 1}번째 자리입니다.` : undefined,
    onDragEnd: () => result.current,
    onDragCancel: () => '옮기기를 취소했습니다.',
  };
  return (
    <DndContext
      sensors={sensors}
      modifiers={[insideList]}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: INSTRUCTIONS }}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={[...keys]} strategy={rectSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
