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
import type { BannerField, DraftBanner } from './banner-draft.ts';
import { BannerFiles } from './banner-files.tsx';
import { PeriodBadge, PeriodFields } from './banner-period.tsx';
import { EDITOR_TEXTS } from './editor.texts.ts';
import type { BannerEditor } from './use-banner-editor.ts';

type Props = {
  type: BannerType;
  banner: DraftBanner;
  index: number;
  count: number;
  /** Whether the card fills its row and shows two fields side by side. */
  isWide: boolean;
  editor: BannerEditor;
  /** Renders synchronously; `control` keeps the focus. */
  moveTo: (from: number, to: number, control: HTMLElement) => void;
};

/** Target index of each key on the drag handle. */
const KEYS: Record<string, (index: number, count: number) => number> = {
  ArrowUp: (index) => index - 1,
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function BannerCard({ type, banner, index, count, isWide, editor, moveTo }: Props) {
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
    const targetOf = KEYS[event.key];
    if (isDragging || !targetOf) return;
    event.preventDefault();
    moveTo(index, targetOf(index, count), event.currentTarget);
  };
  const own = `${EDITOR_TEXTS[type].name} ${index + 1}`;
  const errors = editor.errors[banner.key] ?? {};
  const onText = (field: BannerField) => (text: string) =>
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
          <GripVertical size={18} />
        </IconButton>
        <span className="font-bold tabular-nums">{index + 1}</span>
        <PeriodBadge banner={banner} />
        <div className="ml-auto flex">
          {[
            { name: '앞으로', to: index - 1, Icon: ArrowUp },
            { name: '뒤로', to: index + 1, Icon: ArrowDown },
          ].map(({ name, to, Icon }) => (
            <IconButton
              key={name}
              label={`${own} ${name}`}
              tooltip={false}
              aria-disabled={to < 0 || to >= count}
              className="aria-disabled:opacity-40"
              onClick={({ currentTarget }) => moveTo(index, to, currentTarget)}
            >
              <Icon size={18} />
            </IconButton>
          ))}
          <IconButton
            label={`${own} 삭제`}
            tooltip={false}
            className="hover:bg-buoy-weak hover:text-buoy"
            onClick={() => void editor.remove(type, banner)}
          >
            <Trash2 size={18} />
          </IconButton>
        </div>
      </div>
      <div className={cx('grid gap-3', isWide && 'md:grid-cols-2')}>
        <Field
          label="제목"
          required={type === 'NORMAL'}
          error={errors.title}
          counter={{ count: countGraphemes(banner.title), max: LIMITS.bannerTitleMax }}
        >
          <TextInput value={banner.title} onText={onText('title')} autoFocus={banner.id === null} />
        </Field>
        <Field
          label="설명"
          error={errors.content}
          counter={{ count: countGraphemes(banner.content), max: LIMITS.bannerContentMax }}
        >
          <TextInput value={banner.content} onText={onText('content')} />
        </Field>
      </div>
      <Field
        label={type === 'NORMAL' ? '링크' : '영상 링크'}
        required={type === 'MEDIA'}
        error={errors.link}
        hint={
          type === 'NORMAL' ? '이 사이트의 페이지는 /main/community/free처럼 경로만 적습니다.' : ''
        }
      >
        <TextInput
          value={banner.link}
          onText={onText('link')}
          inputMode="url"
          placeholder={type === 'NORMAL' ? 'https://' : 'https://youtu.be/'}
        />
      </Field>
      <BannerFiles type={type} own={own} banner={banner} errors={errors} onText={onText} />
      <PeriodFields banner={banner} errors={errors} onText={onText} />
    </Card>
  );
}
