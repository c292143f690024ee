import type { Applicant } from '@naru/contract/teams';
import { PersonName } from '../../entities/member/person-name.tsx';
import { ApplicationBadge } from '../../entities/teams/application-badge.tsx';
import { confirmDialog } from '../../ui/ask.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { RoomButton } from './room-button.tsx';
import type { TeamBoxProps } from './teams.queries.ts';
import { useTeamAction } from './use-team-action.ts';

type Action = ReturnType<typeof useTeamAction>;

/** Who has applied, for the author alone, who accepts, declines, closes and reopens. */
export function Applicants({ post, view }: TeamBoxProps) {
  const { team, hasRoom } = view;
  const applicants = view.applicants ?? [];
  const action = useTeamAction(post.id);
  const hasPlace = team.accepted < team.places;
  const waiting = applicants.filter(({ state }) => state === 'WAITING').length;
  const close = async () => {
    const isSure =
      waiting === 0 ||
      (await confirmDialog({
        title: '모집을 마감할까요?',
        body: `기다리는 지원 ${waiting}건이 종료되고, 지원한 회원에게 알림이 갑니다.`,
        confirmLabel: '마감',
        danger: true,
      }));
    if (isSure) action.run({ type: 'state', isOpen: false });
  };
  return (
    <section aria-labelledby="applicants" className="border-line border-t pt-4 pb-6">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="applicants" className="font-bold text-lg">
          지원 {applicants.length}건
          {waiting > 0 && (
            <span className="ml-2 font-normal text-ink-3 text-md">기다리는 지원 {waiting}건</span>
          )}
        </h2>
        <span className="ml-auto flex gap-2">
          {hasRoom && <RoomButton postId={post.id} />}
          {team.isOpen ? (
            <Button pending={action.isPending} onClick={() => void close()}>
              모집 마감
            </Button>
          ) : (
            <Button
              pending={action.isPending}
              onClick={() => action.run({ type: 'state', isOpen: true })}
            >
              다시 모집
            </Button>
          )}
        </span>
      </div>
      {applicants.length === 0 ? (
        <p className="pt-3 text-ink-3 text-md">
          아직 지원이 없습니다. 지원이 오면 알림으로 알려 드립니다.
        </p>
      ) : (
        <ul aria-label="지원한 회원" className="mt-2">
          {applicants.map((applicant) => (
            <ApplicantRow key={applicant.memberId} {...{ applicant, action, hasPlace }} />
          ))}
        </ul>
      )}
    </section>
  );
}

type RowProps = { applicant: Applicant; action: Action; hasPlace: boolean };

function ApplicantRow({ applicant, action, hasPlace }: RowProps) {
  const { memberId, nickname, profileThumbnails, state, message, date } = applicant;
  return (
    <li className="grid gap-1.5 border-line border-t py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-2">
        <Avatar name={nickname} src={profileThumbnails} size={28} />
        <PersonName name={nickname} memberId={memberId} className="font-semibold" />
        <ApplicationBadge state={state} />
        <span className="text-ink-3 text-sm">
          <TimeText date={date} kind="community" />
        </span>
        <Decision {...{ applicant, action, hasPlace }} />
      </div>
      {message !== '' && <p className="whitespace-pre-wrap break-words text-md">{message}</p>}
    </li>
  );
}

function Decision({ applicant, action, hasPlace }: RowProps) {
  const { memberId, nickname, state, message } = applicant;
  const decline = async (title: string, body: string, confirmLabel: string) => {
    const isSure = await confirmDialog({ title, body, confirmLabel, danger: true });
    if (isSure) action.run({ type: 'decide', memberId, accepted: false });
  };
  if (state === 'ACCEPTED') {
    const body = '팀 채팅방에서 나가게 되고, 이 회원에게 알림이 갑니다.';
    return (
      <Button
        variant="ghost"
        size="sm"
        pending={action.isPending}
        aria-label={`${nickname}님 내보내기`}
        onClick={() => void decline(`${nickname}님을 팀에서 내보낼까요?`, body, '내보내기')}
        className="ml-auto"
      >
        내보내기
      </Button>
    );
  }
  const isWaiting = state === 'WAITING';
  // What ended may be accepted when a place is free again.
  if (!isWaiting && !(state === 'ENDED' && hasPlace && message !== '')) return null;
  const body = '정중한 알림이 가고, 되돌릴 수 없습니다.';
  return (
    <span className="ml-auto flex gap-2">
      {isWaiting && (
        <Button
          size="sm"
          pending={action.isPending}
          aria-label={`${nickname}님의 지원 거절`}
          onClick={() => void decline(`${nickname}님의 지원을 거절할까요?`, body, '거절')}
        >
          거절
        </Button>
      )}
      <Button
        variant="primary"
        size="sm"
        pending={action.isPending}
        aria-label={`${nickname}님의 지원 수락`}
        onClick={() => action.run({ type: 'decide', memberId, accepted: true })}
      >
        수락
      </Button>
    </span>
  );
}
