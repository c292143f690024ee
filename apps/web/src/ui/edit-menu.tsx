import { EllipsisVertical, PenLine, Trash2 } from 'lucide-react';
import { cx } from './cx.ts';
import { LazyMenu } from './lazy-menu.tsx';
import type { MenuItem } from './menu.tsx';

type EditMenuProps = {
  label: string;
  /** Undefined hides 수정. */
  onEdit?: (() => void) | undefined;
  /** Undefined hides 삭제. */
  onRemove?: (() => void) | undefined;
  /** Further actions, between the two. */
  extra?: readonly MenuItem[];
  small?: boolean;
};

/** 수정 and 삭제 of a post or comment. */
export function EditMenu({ label, onEdit, onRemove, extra = [], small = false }: EditMenuProps) {
  const edit = { label: '수정', icon: <PenLine size={16} /> };
  const remove = { label: '삭제', icon: <Trash2 size={16} />, danger: true };
  return (
    <LazyMenu
      label={label}
      trigger={<EllipsisVertical size={small ? 16 : 18} />}
      triggerClassName={cx(
        'grid place-items-center rounded-ctl hover:bg-hover hover:text-ink max-md:size-11',
        small ? 'size-9 text-ink-3' : 'size-10 text-ink-2',
      )}
      items={[
        ...(onEdit ? [{ ...edit, onSelect: onEdit }] : []),
        ...extra,
        ...(onRemove ? [{ ...remove, onSelect: onRemove }] : []),
      ]}
    />
  );
}
