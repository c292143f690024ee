import type { Lecture } from '@naru/contract/lectures';
import { DONE } from '@naru/contract/texts';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useDeleteLecture } from './lectures.mutations.ts';
import { confirmRemoval } from './use-remove-lecture.ts';

const LectureDialog = lazyPart(
  async () => (await import('./form/lecture-dialog.tsx')).LectureDialog,
);

export function LectureMenu({ lecture, onDeleted }: { lecture: Lecture; onDeleted?: () => void }) {
  const [isEditing, setEditing] = useState(false);
  const deleting = useDeleteLecture();
  if (!lecture.canEdit) return null;

  async function remove() {
    const isRemoved = await confirmRemoval({
      title: '강의를 삭제할까요?',
      body: `‘${lecture.title}’ 강의실과 그 게시판이 사라지고, 추가한 ${lecture.markedCount}명의 시간표에서도 빠집니다.`,
      confirmLabel: '삭제',
      run: () => deleting.mutateAsync(lecture.id),
      done: DONE.lectureRemoved,
      failed: '강의를 삭제하지 못했습니다. 다시 시도해 주세요.',
    });
    if (isRemoved) onDeleted?.();
  }

  return (
    <>
      <Menu
        label={`${lecture.title} 관리`}
        trigger={<Ellipsis size={18} />}
        triggerClassName="grid size-10 shrink-0 place-items-center rounded-ctl text-ink-2 hover:bg-hover hover:text-ink max-md:size-11"
        items={[
          {
            label: '강의 수정',
            icon: <Pencil size={16} />,
            onSelect: () => setEditing(true),
          },
          {
            label: '강의 삭제',
            icon: <Trash2 size={16} />,
            danger: true,
            onSelect: () => void remove(),
          },
        ]}
      />
      {isEditing && <LectureDialog lecture={lecture} onClose={() => setEditing(false)} />}
    </>
  );
}
