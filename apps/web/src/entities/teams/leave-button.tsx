import type { ApplicationState } from '@naru/contract/teams';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshTeams } from './refresh-teams.ts';

const WAYS = {
  WAITING: {
    label: '지원 취소',
    title: '지원을 취소할까요?',
    body: '지원 메시지가 삭제됩니다. 모집 중이면 다시 지원할 수 있습니다.',
    confirmLabel: '지원 취소',
  },
  ACCEPTED: {
    label: '팀에서 나가기',
    title: '팀에서 나갈까요?',
    body: '팀 채팅방에서도 나가며, 작성자에게 알림이 갑니다.',
    confirmLabel: '나가기',
  },
};

type LeaveButtonProps = { postId: number; state: ApplicationState; className?: string };

/** Withdraws the own application, or leaves the team, after a question; nothing when it was decided or ended. */
export function LeaveButton({ postId, state, className }: LeaveButtonProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('DELETE /api/team/:id/application', { params: { id: postId } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, '저장하지 못했습니다. 다시 시도해 주세요.')),
    onSettled: () => refreshTeams(client),
  });
  if (state !== 'WAITING' && state !== 'ACCEPTED') return null;
  const { label, ...question } = WAYS[state];
  const leave = async () => {
    if (await confirmDialog({ ...question, danger: true })) mutate();
  };
  return (
    <Button variant="ghost" pending={isPending} onClick={() => void leave()} className={className}>
      {label}
    </Button>
  );
}
