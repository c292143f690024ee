import { LockDialog } from '../../ui/lock-dialog.tsx';
import { useStudyEntries } from './menu-entries.tsx';

/** The notice of the locked study room; goes when the settings arrive and say that it is open. */
export function StudyLock({ onClose }: { onClose: () => void }) {
  return useStudyEntries() === null && <LockDialog open onClose={onClose} name="스터디룸" />;
}
