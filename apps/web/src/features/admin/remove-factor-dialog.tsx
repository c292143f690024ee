import type { AdminUser } from '@naru/contract/admin';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useRemoveSecondFactor } from './people.queries.ts';

type Props = { member: AdminUser; onClose: () => void };

/** For a member who lost both the authenticator app and the recovery codes. */
export function RemoveFactorDialog({ member, onClose }: Props) {
  const { mutateAsync: remove } = useRemoveSecondFactor();
  return (
    <ReasonDialog
      title={`${member.nickname} 님의 2단계 인증 해제`}
      lead="본인을 직접 확인한 뒤에 해제해 주세요. 해제하면 비밀번호만으로 로그인할 수 있고, 회원에게 이메일로 알립니다."
      label="사유"
      hint="사유는 감사 기록에 남습니다."
      confirmLabel="해제"
      danger
      failure={{ title: '2단계 인증을 해제하지 못했습니다.', text: TRY_LATER }}
      onReason={async (reason) => {
        toast.success((await remove({ id: member.id, reason })).message);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
