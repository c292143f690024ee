import { useHasRole } from '../../entities/member/me.ts';
import { PATHS } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { LockDialog } from '../../ui/lock-dialog.tsx';
import { useStudyEntries } from './menu-entries.tsx';

/**
 * Says that the study room is locked, and shows an ADMIN where to open it; disappears when the loaded
 * settings say that it is open.
 */
export function StudyLock({ onClose }: { onClose: () => void }) {
  const mayUnlock = useHasRole('ADMIN');
  if (useStudyEntries() !== null) return null;
  return (
    <LockDialog open onClose={onClose} name="스터디룸">
      {mayUnlock && (
        <>
          <p className="text-ink-2 text-md">
            관리자는 설정의 ‘잠긴 메뉴’에서 이 메뉴를 모두에게 열 수 있습니다.
          </p>
          <LinkButton to={PATHS.admin} search={{ menu: 'SETTINGS' }} onClick={onClose}>
            설정으로 가기
          </LinkButton>
        </>
      )}
    </LockDialog>
  );
}
