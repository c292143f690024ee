import { imageVariantUrl } from '@naru/contract/images';
import type { ReportedMessage, ReportHistory } from '@naru/contract/moderation';
import { TEXTS } from '@naru/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { PersonName } from '../../entities/member/person-name.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { reportedMessagesQuery, reportHistoryQuery } from './moderation.queries.ts';

type Entry = ReportHistory['entries'][number];

const KINDS: Record<Entry['kind'], { label: string; tone: BadgeTone }> = {
  REPORTED: { label: '신고', tone: 'gold' },
  REMOVED: { label: '삭제', tone: 'buoy' },
  SUSPENDED: { label: '이용 정지', tone: 'buoy' },
  RESTORED: { label: '다시 공개', tone: 'tide' },
};

const ABOUT: Record<ReportHistory['of'], string> = {
  MEMBER: '이 회원이 이름을 밝히고 쓴 글과 댓글의 기록입니다. 익명으로 쓴 것은 들어 있지 않습니다.',
  CONTENT: '작성자를 알 수 없는 글이어서 이 글의 기록만 보여 줍니다.',
  NONE: '탈퇴했거나 지정되지 않은 회원이어서 기록이 없습니다.',
};

/** What happened before with the reported member or content; each look is on record. */
export function ReportHistoryDialog(props: { inquiryId: number; onClose: () => void }) {
  const query = useQuery(reportHistoryQuery(props.inquiryId));
  return (
    <Dialog open title="이전 기록" onClose={props.onClose}>
      {query.data ? (
        <History history={query.data} />
      ) : (
        <LoadState query={query} failed="이전 기록을 불러오지 못했습니다." rows={3} />
      )}
    </Dialog>
  );
}

function History({ history }: { history: ReportHistory }) {
  const { of, reports, removals, suspensions, entries } = history;
  const counts = [
    ['신고', reports],
    ['삭제', removals],
    ['이용 정지', suspensions],
  ] as const;
  return (
    <div className="grid gap-4">
      <p className="text-ink-2 text-md">{ABOUT[of]}</p>
      <dl className="grid grid-cols-3 gap-2">
        {counts.map(([name, count]) => (
          <div key={name} className="grid gap-0.5 rounded-ctl bg-deck px-3 py-2.5 text-center">
            <dt className="text-ink-3 text-sm">{name}</dt>
            <dd className="font-bold text-lg tabular-nums">{count}건</dd>
          </div>
        ))}
      </dl>
      {entries.length === 0 ? (
        <p className="text-ink-2">다른 기록이 없습니다.</p>
      ) : (
        <ul aria-label="이전 기록" className="grid gap-3">
          {entries.map((entry) => (
            <EntryLine key={`${entry.kind} ${entry.at} ${entry.title}`} entry={entry} />
          ))}
        </ul>
      )}
      <p className="text-ink-3 text-sm">열람한 일은 감사 기록에 남습니다.</p>
    </div>
  );
}

function EntryLine({ entry: { kind, at, title, reason } }: { entry: Entry }) {
  const { label, tone } = KINDS[kind];
  return (
    <li className="grid gap-0.5">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <TimeText date={at} kind="list" className="text-ink-3 text-sm" />
      </p>
      {title && (
        <p className="[overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </p>
      )}
      {reason && (
        <p className="text-ink-2 text-md [overflow-wrap:anywhere]">
          사유: <bdi>{reason}</bdi>
        </p>
      )}
    </li>
  );
}

/** A reported chat message with what the reporter added; each look is on record. */
export function ReportedMessagesDialog(props: { inquiryId: number; onClose: () => void }) {
  const query = useQuery(reportedMessagesQuery(props.inquiryId));
  return (
    <Dialog open title="신고된 메시지" onClose={props.onClose}>
      {query.data ? (
        <div className="grid gap-4">
          <p className="text-ink-2 text-md">
            신고한 때의 내용입니다. 신고한 회원이 함께 보낸 메시지만 있고, 다른 대화는 볼 수
            없습니다.
          </p>
          <ol aria-label="신고된 메시지" className="grid gap-3">
            {query.data.messages.map((message) => (
              <Line key={message.id} message={message} />
            ))}
          </ol>
          <p className="text-ink-3 text-sm">열람한 일은 감사 기록에 남습니다.</p>
        </div>
      ) : (
        <LoadState query={query} failed="신고된 메시지를 불러오지 못했습니다." rows={3} />
      )}
    </Dialog>
  );
}

function Line({ message }: { message: ReportedMessage }) {
  const { isReported, senderId, senderNickname, content, picture, isRecalled, date } = message;
  return (
    <li
      className={cx(
        'grid justify-items-start gap-1 rounded-ctl border px-3.5 py-2.5',
        isReported ? 'border-buoy bg-buoy-weak' : 'border-line bg-deck',
      )}
    >
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <PersonName name={senderNickname} memberId={senderId} className="font-semibold" />
        <TimeText date={date} kind="list" className="text-ink-2" />
        {isReported && <Badge tone="buoy">신고된 메시지</Badge>}
      </p>
      {picture && (
        <img
          src={imageVariantUrl(picture.url, 'medium')}
          alt={`${senderNickname} 님이 보낸 사진`}
          width={picture.width}
          height={picture.height}
          className="max-h-80 w-auto max-w-full rounded-ctl"
        />
      )}
      {isRecalled && <em className="text-ink-3">{TEXTS.recalledMessage}</em>}
      {content !== '' && (
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          <bdi>{content}</bdi>
        </p>
      )}
    </li>
  );
}
