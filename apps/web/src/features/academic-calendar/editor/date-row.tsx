import type { EditedDate } from '@naru/contract/academic-calendar';
import { ACADEMIC_KIND_NAMES } from '@naru/contract/academic-kinds';
import { PencilLine, Trash2, Undo2 } from 'lucide-react';
import { messageOf, TRY_LATER } from '../../../lib/api/api-error.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { KIND_TONES, shortPeriod } from '../calendar-days.ts';
import { useRemoveDate, useRestoreDate } from './calendar-editor.queries.ts';

const ORIGINS: Record<EditedDate['origin'], string> = {
  STAFF: '',
  FILE: '파일에서 가져옴',
  SOURCE: '자동으로 가져옴',
};

type DateRowProps = {
  date: EditedDate;
  today: string;
  /** Deleted here: it can be brought back. */
  isGone: boolean;
  onEdit: () => void;
  onRemoved: () => void;
  onRestored: () => void;
};

/** A date that staff change, delete and bring back. */
export function DateRow({ date, today, isGone, onEdit, onRemoved, onRestored }: DateRowProps) {
  const removing = useRemoveDate();
  const restoring = useRestoreDate();
  const { id, title, kind, origin, isEdited } = date;
  const fail = (error: unknown) => toast.error(messageOf(error, TRY_LATER));
  const facts = [shortPeriod(date), ORIGINS[origin], isEdited && '직접 고침'].filter(Boolean);
  return (
    <li className="flex items-center gap-3 border-line border-t py-1.5 pr-2 pl-4 first:border-t-0">
      <Badge tone={KIND_TONES[kind]} className="max-md:hidden">
        {ACADEMIC_KIND_NAMES[kind]}
      </Badge>
      <div className={cx('grid min-w-0 flex-1', isGone && 'text-ink-3 line-through')}>
        <bdi className={cx('truncate font-semibold', date.endsOn < today && 'text-ink-3')}>
          {title}
        </bdi>
        <span className="text-ink-3 text-sm">
          <span className="md:hidden">{ACADEMIC_KIND_NAMES[kind]} · </span>
          {facts.join(' · ')}
        </span>
      </div>
      {isGone ? (
        <IconButton
          label={`${title} 되돌리기`}
          tooltip={false}
          disabled={restoring.isPending}
          onClick={() => restoring.mutate(id, { onSuccess: onRestored, onError: fail })}
        >
          <Undo2 size={18} />
        </IconButton>
      ) : (
        <>
          <IconButton label={`${title} 수정`} tooltip={false} onClick={onEdit}>
            <PencilLine size={18} />
          </IconButton>
          <IconButton
            label={`${title} 삭제`}
            tooltip={false}
            disabled={removing.isPending}
            onClick={() => removing.mutate(date, { onSuccess: onRemoved, onError: fail })}
          >
            <Trash2 size={18} />
          </IconButton>
        </>
      )}
    </li>
  );
}
