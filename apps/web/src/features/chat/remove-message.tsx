import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { recallInLog } from './chat.queries.ts';

type RemoveMessageProps = {
  lectureId: number;
  roomId: number;
  messageId: number;
  onClose: () => void;
};

/** Asks the professor or staff why a message of the room of a lecture is removed. */
export function RemoveMessage({ lectureId, roomId, messageId, onClose }: RemoveMessageProps) {
  const client = useQueryClient();
  return (
    <ReasonDialog
      title="메시지를 삭제할까요?"
      lead="모든 참여자에게 ‘삭제된 메시지’로 보이고, 되돌릴 수 없습니다. 사유는 감사 기록에 남습니다."
      draft={`staff-chat-removal-${messageId}`}
      label="사유"
      confirmLabel="삭제"
      danger
      failure={{ title: '메시지를 삭제하지 못했습니다.' }}
      onReason={async (reason) => {
        const { message, recalled } = await api(
          'POST /api/mail/lecture/:lectureId/remove/:messageId',
          { params: { lectureId, messageId }, body: { reason } },
        );
        recallInLog(client, roomId, recalled);
        toast.success(message);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
