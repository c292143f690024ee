import { useNavigate } from '@tanstack/react-router';
import { CodeDialog } from '../../features/account/code-dialog.tsx';
import { isDismissed, useProve, withProof } from '../../features/account/use-prove.tsx';
import { BackupsView, type BackupsViewProps } from '../../features/backups/backups-view.tsx';
import { api } from '../../lib/api/api.ts';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { PATHS, SECOND_FACTOR_HASH } from '../../lib/paths.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';

/** Composes the archives with the password and the second factor of the own account. */
export function BackupsPanel() {
  const { prove, dialog } = useProve();
  const navigate = useNavigate();
  const proven: BackupsViewProps['proven'] = (call) =>
    withProof(prove, call).catch((error: unknown) => {
      if (isDismissed(error)) return null;
      throw error;
    });
  const hasFactor = async () => {
    try {
      const { enabledAt } = await api('GET /api/member/second-factor');
      if (enabledAt !== null) return true;
    } catch (error) {
      toast.error(messageOf(error, TRY_LATER));
      return false;
    }
    const goes = await confirmDialog({
      title: '먼저 2단계 인증을 켜 주세요.',
      body: '백업에는 모든 회원의 정보가 들어 있어 2단계 인증을 켠 관리자만 내려받을 수 있습니다.',
      confirmLabel: '켜러 가기',
    });
    if (goes) await navigate({ to: PATHS.mypageAccount, hash: SECOND_FACTOR_HASH });
    return false;
  };
  return (
    <>
      <BackupsView
        proven={proven}
        hasFactor={hasFactor}
        askCode={({ onCode, onClose }) => (
          <CodeDialog
            title="백업 내려받기"
            lead="백업에는 모든 회원의 정보가 들어 있습니다. 인증 코드를 확인한 뒤 내려받습니다."
            confirmLabel="내려받기"
            onClose={onClose}
            onCode={onCode}
          />
        )}
      />
      {dialog}
    </>
  );
}
