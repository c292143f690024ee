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
import type { BannerType } from '@naru/contract/banners';
import { CircleHelp, Images, Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { BannerCard } from './banner-card.tsx';
import { BANNER_LIMITS } from './banner-draft.ts';
import { EDITOR_TEXTS } from './editor.texts.ts';
import type { BannerEditor } from './use-banner-editor.ts';

/** Longer lists have two columns. */
const ONE_COLUMN_MAX = 3;

export function BannerSection({ type, editor }: { type: BannerType; editor: BannerEditor }) {
  const texts = EDITOR_TEXTS[type];
  const list = editor.draft[type];
  const limit = BANNER_LIMITS[type];
  const isFull = list.length >= limit;
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const moveTo = (from: number, to: number, control: HTMLElement) => {
    if (to < 0 || to >= list.length || to === from) return;
    editor.move(type, from, to);
    setAnnouncement(moveAnnouncement(texts.name, from, to));
    // Moving the card in the DOM drops the focus.
    control.focus();
  };
  return (
    <section aria-label={texts.name} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="font-bold text-lg">{texts.name}</h2>
        <span className="text-ink-3 text-sm tabular-nums">
          {list.length}/{limit}
        </span>
        <IconButton label={`${texts.name} 도움말`} onClick={() => setHelpOpen(true)}>
          <CircleHelp size={18} />
        </IconButton>
        <p className="text-ink-3 text-sm">{isFull ? texts.full : texts.hint}</p>
        <Button
          size="sm"
          className="ml-auto"
          icon={<Plus size={16} />}
          disabled={isFull}
          onClick={() => editor.add(type)}
        >
          {texts.name} 추가
        </Button>
      </div>
      {list.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Images size={22} />}
            title={texts.empty}
            text={texts.emptyHint}
            className="py-8!"
          />
        </Card>
      ) : (
        <BannerOrder
          name={texts.name}
          keys={list.map(({ key }) => key)}
          onMove={(from, to) => editor.move(type, from, to)}
        >
          <div className={cx('grid gap-3', list.length > ONE_COLUMN_MAX && 'lg:grid-cols-2')}>
            {list.map((banner, index) => (
              <BannerCard
                key={banner.key}
                type={type}
                banner={banner}
                index={index}
                count={list.length}
                isWide={list.length <= ONE_COLUMN_MAX}
                editor={editor}
                moveTo={moveTo}
              />
            ))}
          </div>
        </BannerOrder>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Dialog open={isHelpOpen} onClose={() => setHelpOpen(false)} title={`${texts.name} 도움말`}>
        <ul className="grid list-disc gap-2 pl-5 text-ink-2">
          {texts.help.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Dialog>
    </section>
  );
}

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
function moveAnnouncement(name: string, from: number, to: number): string {
  return `${name} ${from + 1}번을 ${to + 1}번째로 옮겼습니다.`;
}

/** Sorting context of the cards (`useSortable`). */
function BannerOrder({ name, keys, onMove, children }: BannerOrderProps) {
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
