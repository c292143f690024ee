import { imageVariantUrl } from '@naru/contract/images';
import type { ReportedMessage } from '@naru/contract/moderation';
import { TEXTS } from '@naru/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { PersonName } from '../../entities/member/person-name.tsx';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { reportedMessagesQuery } from './moderation.queries.ts';

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
