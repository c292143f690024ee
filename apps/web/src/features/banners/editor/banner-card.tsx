import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { BannerType } from '@naru/contract/banners';
import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { DraftBanner } from './banner-draft.ts';
import { EDITOR_TEXTS } from './editor.texts.ts';
import type { BannerEditor } from './use-banner-editor.ts';

type Props = {
  type: BannerType;
  banner: DraftBanner;
  at: number;
  count: number;
  /** Alone in its row: room for two fields side by side. */
  isWide: boolean;
  editor: BannerEditor;
  /** At once; the control that was used keeps the focus. */
  moveTo: (from: number, to: number, control: HTMLElement) => void;
};

/** The place a key on the handle leads to. */
const KEYS: Record<string, (at: number, count: number) => number> = {
  ArrowUp: (at) => at - 1,
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** One banner: its place, its fields, and the way out. */
export function BannerCard({ type, banner, at, count, isWide, editor, moveTo }: Props) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: banner.key, attributes: { roleDescription: '순서를 바꾸는 손잡이' } });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = KEYS[event.key];
    if (isDragging || !place) return;
    event.preventDefault();
    moveTo(at, place(at, count), event.currentTarget);
  };
  const { name } = EDITOR_TEXTS[type];
  const own = `${name} ${at + 1}`;
  const errors = editor.errors[banner.key] ?? {};
  const titleLength = countGraphemes(banner.title);
  const contentLength = countGraphemes(banner.content);
  const onText = (field: 'title' | 'content' | 'link') => (text: string) =>
    editor.change(type, banner.key, field, text);
  return (
    <Card
      as="section"
      ref={setNodeRef}
      aria-label={own}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cx(
        'grid content-start gap-3 p-4',
        isDragging && 'relative z-10 shadow-pop outline-2 outline-sea',
      )}
    >
      <div className="-mt-1 -mr-1.5 -ml-2 flex items-center">
        <IconButton
          label={`${own} 옮기기, 화살표 키로 순서를 바꿉니다`}
          tooltip={false}
          title="끌거나 화살표 키로 순서를 바꿉니다."
          className="cursor-grab touch-none active:cursor-grabbing"
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          onKeyDown={(event) => {
            listeners?.onKeyDown?.(event);
            onKeyDown(event);
          }}
        >
          <GripVertical size={18} aria-hidden="true" />
        </IconButton>
        <span className="font-bold tabular-nums">{at + 1}</span>
        <div className="ml-auto flex">
          <IconButton
            label={`${own} 앞으로`}
            tooltip={false}
            aria-disabled={at === 0}
            className="aria-disabled:opacity-40"
            onClick={({ currentTarget }) => moveTo(at, at - 1, currentTarget)}
          >
            <ArrowUp size={18} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={`${own} 뒤로`}
            tooltip={false}
            aria-disabled={at === count - 1}
            className="aria-disabled:opacity-40"
            onClick={({ currentTarget }) => moveTo(at, at + 1, currentTarget)}
          >
            <ArrowDown size={18} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={`${own} 삭제`}
            tooltip={false}
            className="hover:bg-buoy-weak hover:text-buoy"
            onClick={() => void editor.remove(type, banner)}
          >
            <Trash2 size={18} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <div className={cx('grid gap-3', isWide && 'md:grid-cols-2')}>
        <Field
          label={EDITOR_TEXTS.title}
          required={type === 'NORMAL'}
          error={errors.title}
          counter={{ count: titleLength, max: LIMITS.bannerTitleMax }}
        >
          <TextInput value={banner.title} onText={onText('title')} />
        </Field>
        <Field
          label={EDITOR_TEXTS.content}
          error={errors.content}
          counter={{ count: contentLength, max: LIMITS.bannerContentMax }}
        >
          <TextInput value={banner.content} onText={onText('content')} />
        </Field>
      </div>
      <Field
        label={type === 'NORMAL' ? EDITOR_TEXTS.link : EDITOR_TEXTS.videoLink}
        required={type === 'MEDIA'}
        error={errors.link}
      >
        <TextInput
          value={banner.link}
          onText={onText('link')}
          inputMode="url"
          placeholder={type === 'NORMAL' ? 'https://' : 'https://youtu.be/'}
        />
      </Field>
    </Card>
  );
}
