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

/** Keeps the dragged card inside its list; overhanging it would widen the page on phones. */
const insideList: Modifier = ({ transform, containerNodeRect: list, draggingNodeRect: card }) => {
  if (!list || !card) return transform;
  const x = clamp(transform.x, list.left - card.left, list.right - card.right);
  const y = clamp(transform.y, list.top - card.top, list.bottom - card.bottom);
  return { ...transform, x, y };
};

/** What screen readers announce after a move. */
export function moveAnnouncement(name: string, from: number, to: number): string {
  return `${name} ${from + 1}번을 ${to + 1}번째로 옮겼습니다.`;
}

/** Sorting context of the cards (`useSortable`). */
export function BannerOrder({ name, keys, onMove, children }: BannerOrderProps) {
  const sensors = useSensors(
    // A press without movement is not a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const indexOf = ({ id }: Pick<Active, 'id'>) => keys.indexOf(String(id));
  // Built at the drop, because the order has already changed when it is announced.
  const result = useRef('');
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [indexOf(active), over ? indexOf(over) : -1];
    const isMove = to >= 0 && to !== from;
    result.current = isMove
      ? moveAnnouncement(name, from, to)
      : `${name}를 제자리에 내려놓았습니다.`;
    if (isMove) onMove(from, to);
  };
  const announcements = {
    onDragStart: ({ active }: { active: Active }) =>
      `${name} ${indexOf(active) + 1}번을 집었습니다.`,
    onDragOver: ({ over }: Pick<DragEndEvent, 'over'>) =>
      over ? `${indexOf(over) + 1}번째 자리입니다.` : undefined,
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
