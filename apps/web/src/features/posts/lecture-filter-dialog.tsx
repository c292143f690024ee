import { Dialog } from '../../ui/dialog.tsx';
import { LecturePicker } from './write/lecture-picker.tsx';

type LectureFilterDialogProps = { onChoose: (lectureId: number) => void; onClose: () => void };

/** Chooses the lecture whose items are listed. */
export function LectureFilterDialog({ onChoose, onClose }: LectureFilterDialogProps) {
  return (
    <Dialog open onClose={onClose} title="강의로 찾기">
      <div className="min-h-60 pt-1">
        <LecturePicker
          lecture={null}
          hint="고른 강의의 책과 물품만 봅니다."
          onLecture={(lecture) => {
            if (lecture !== null) onChoose(lecture.id);
            onClose();
          }}
        />
      </div>
    </Dialog>
  );
}
