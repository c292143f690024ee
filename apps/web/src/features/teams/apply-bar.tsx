import { hasRole } from '@naru/contract/roles';
import type { TeamView } from '@naru/contract/teams';
import { Lock, Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { useExplainStudentsOnly } from '../../entities/member/way-to-student.ts';
import { ApplicationBadge } from '../../entities/teams/application-badge.tsx';
import { LeaveButton } from '../../entities/teams/leave-button.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RoomButton } from './room-button.tsx';
import type { TeamBoxProps } from './teams.queries.ts';

const ApplyDialog = lazyPart(async () => (await import('./apply-dialog.tsx')).ApplyDialog);

/** The own application and what can be done about it, at the lower edge while the post is read on a phone. */
export function ApplyBar({ post, view }: TeamBoxProps) {
  const [isOpen, setOpen] = useState(false);
  const apply = () => setOpen(true);
  return (
    <section
      aria-label="지원"
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-line border-t bg-paper py-3 max-md:sticky max-md:bottom-(--bottom) max-md:z-10 max-md:-mx-4 max-md:px-4 max-md:py-2.5"
    >
      <State view={view} />
      <span className="flex flex-wrap items-center gap-2">
        <Actions postId={post.id} view={view} onApply={apply} />
      </span>
      {isOpen && (
        <ApplyDialog
          postId={post.id}
          title={post.title}
          message={view.application?.state === 'WAITING' ? view.application.message : ''}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

const HINTS = {
  WAITING: '작성자의 답을 기다리고 있습니다.',
  ACCEPTED: '팀 채팅방에서 이야기를 나눠 보세요.',
  DECLINED: '아쉽게도 함께하지 못하게 되었습니다.',
  ENDED: '모집이 끝나 지원이 종료되었습니다.',
};

function State({ view: { application, team } }: Pick<TeamBoxProps, 'view'>) {
  if (application) {
    return (
      <p className="flex min-w-0 flex-wrap items-center gap-2 text-md">
        <ApplicationBadge state={application.state} />
        <span className="text-ink-2">{HINTS[application.state]}</span>
      </p>
    );
  }
  return (
    <p className="text-ink-2 text-md">
      {team.isOpen ? `${team.places - team.accepted}자리 남았습니다.` : '모집이 마감되었습니다.'}
    </p>
  );
}

type ActionsProps = { postId: number; view: TeamView; onApply: () => void };

function Actions({ postId, view, onApply }: ActionsProps): ReactNode {
  const { application, team } = view;
  const state = application?.state;
  if (state === 'ACCEPTED') {
    return (
      <>
        <LeaveButton {...{ postId, state }} />
        <RoomButton postId={postId} />
      </>
    );
  }
  if (state === 'WAITING') {
    return (
      <>
        <LeaveButton {...{ postId, state }} />
        {team.isOpen && (
          <Button aria-haspopup="dialog" onClick={onApply}>
            지원 수정
          </Button>
        )}
      </>
    );
  }
  return team.isOpen && state !== 'DECLINED' ? <ApplyButton onApply={onApply} /> : null;
}

/** Members below STUDENT see why they may not. */
function ApplyButton({ onApply }: { onApply: () => void }) {
  const { data: me } = useMe();
  const explain = useExplainStudentsOnly();
  if (me === undefined) return null;
  const isStudent = hasRole(me.roles, 'STUDENT');
  return (
    <Button
      variant={isStudent ? 'primary' : 'secondary'}
      aria-haspopup="dialog"
      icon={isStudent ? <Send size={16} /> : <Lock size={14} />}
      onClick={
        isStudent
          ? onApply
          : () => void explain('지원하기', '학생 인증을 받으면 지원할 수 있습니다.')
      }
      className="h-11"
    >
      지원하기
    </Button>
  );
}
