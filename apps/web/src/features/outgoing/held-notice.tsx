import type { HeldOutgoing, HoldReason } from '@naru/contract/outgoing';
import { withParticles } from '@naru/contract/particles';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { workKeys } from '../../entities/keys.ts';
import { useHeldOutgoing } from '../../entities/work/work.ts';
import { api } from '../../lib/api/api.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';

const REASONS: Record<HoldReason, string> = {
  RESTORED: '이 사이트는 복원된 사본으로 시작되어',
  MOVED: '이 사이트는 데이터베이스를 옮긴 뒤 시작되어',
  COPIED: '이 사이트는 데이터베이스가 전과 다른 곳에서 시작되어',
  READDRESSED: '이 사이트는 전과 다른 주소로 시작되어',
  ASKED: '서버 운영자의 요청으로',
};

/** Above every panel, for ADMINs: what is held since a restore, a move or a copy, and the way on. */
export function HeldNotice() {
  const { data: held } = useHeldOutgoing();
  const resuming = useResume();
  if (!held) return null;
  const parts = partsOf(held);
  const resume = async () => {
    const isSure = await confirmDialog({
      title: '이 사이트가 실제 사이트입니까?',
      body: `${leavingText(parts)}\n연습으로 복원한 사본이라면 실제 회원에게 이메일이 갈 수 있으니 그대로 두어 주세요.`,
      confirmLabel: '다시 보내기',
      cancelLabel: '그대로 두기',
      prefersCancel: true,
    });
    if (isSure) resuming.mutate(false);
  };
  const drop = async () => {
    const isSure = await confirmDialog({
      title: '쌓인 것을 보내지 않고 다시 시작할까요?',
      body: `${droppedText(parts)}\n초대는 명부와 초대에서 다시 보낼 수 있습니다. 이제부터 생기는 이메일과 알림은 보냅니다.`,
      confirmLabel: '삭제하고 다시 시작',
      cancelLabel: '그대로 두기',
      danger: true,
    });
    if (isSure) resuming.mutate(true);
  };
  return (
    <Card
      as="section"
      aria-label="멈춰 둔 이메일과 알림"
      className="mb-4 grid gap-3 px-5 py-4 max-md:px-4"
    >
      <div className="flex gap-3.5">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-gold-weak text-gold">
          <MailX size={20} />
        </span>
        <div className="grid min-w-0 gap-1">
          <p className="font-bold">
            {REASONS[held.reason]} 이메일, 기기 알림, 소식 가져오기, 사용하지 않는 계정의 삭제를
            멈춰 두었습니다.
          </p>
          <p className="text-ink-3 text-sm">
            <TimeText date={held.since} kind="list" />
            부터 · {parts.length === 0 ? '기다리는 것이 없습니다.' : `${parts.join(', ')} 대기`}
          </p>
          <p className="text-ink-2 text-sm">
            실제로 쓰는 사이트라면 다시 보내 주세요. 연습으로 복원한 사본이라면 그대로 두세요.
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 md:pl-13.5">
        <Button
          variant="primary"
          className="max-md:w-full"
          pending={resuming.isPending}
          onClick={resume}
        >
          실제 사이트이므로 다시 보내기
        </Button>
        <Button className="max-md:w-full" pending={resuming.isPending} onClick={drop}>
          쌓인 것은 보내지 않고 다시 시작
        </Button>
      </div>
    </Card>
  );
}

function useResume() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (drop: boolean) => api('POST /api/admin/outgoing/resume', { body: { drop } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => alertFailure('다시 보내지 못했습니다.', error),
    onSettled: () => client.invalidateQueries({ queryKey: workKeys.waiting }),
  });
}

/** What waits, without what does not. */
function partsOf({ emails, pushes, invitations, sources }: HeldOutgoing): string[] {
  return [
    emails > 0 ? `이메일 ${emails}통` : '',
    pushes > 0 ? `기기 알림 ${pushes}건` : '',
    invitations > 0 ? `초대 ${invitations}명` : '',
    sources > 0 ? `가져올 곳 ${sources}곳` : '',
  ].filter((part) => part !== '');
}

function leavingText(parts: readonly string[]): string {
  const rest = '이후의 이메일과 알림도 보내고, 사용하지 않는 계정은 처음부터 다시 안내합니다.';
  return parts.length === 0 ? rest : `기다리던 ${parts.join(', ')}부터 바로 처리합니다. ${rest}`;
}

function droppedText(parts: readonly string[]): string {
  const dropped = parts.filter((part) => !part.startsWith('가져올 곳'));
  return dropped.length === 0
    ? '보내지 않고 지울 것이 없습니다.'
    : withParticles(`기다리던 ${dropped.join(', ')}을(를) 보내지 않고 지웁니다.`);
}
