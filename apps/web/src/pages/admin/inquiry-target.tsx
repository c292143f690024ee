import type { InquiryDetail, StaffActionView } from '@naru/contract/inquiries';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ObjectedBox } from '../../features/inquiries/inquiry-view.tsx';
import { TARGET_UNKNOWN } from '../../features/moderation/moderation.queries.ts';
import { RemovedDialog } from '../../features/moderation/removed-view.tsx';
import { TargetBox } from '../../features/moderation/target-box.tsx';
import { PostContent } from '../../features/posts/post-content.tsx';
import { PATHS } from '../../lib/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';

/** What an inquiry is about, with the way to the content or the member. */
export function InquiryTarget({ inquiry }: { inquiry: InquiryDetail }) {
  const { target, state, objected } = inquiry;
  if (inquiry.category === 'OBJECTION') {
    return objected ? <Objected inquiry={inquiry} objected={objected} /> : null;
  }
  return (
    <div className="grid justify-items-start gap-2 *:first:w-full">
      {target ? <TargetBox target={target} /> : <p className="text-ink-3">{TARGET_UNKNOWN}</p>}
      {state === 'PROCESSING' && (
        <>
          {target && !target.deleted && (target.type === 'POST' || target.type === 'COMMENT') && (
            <p className="text-ink-3 text-sm">
              지금의 내용입니다. 신고 당시의 내용은 신고 목록에서 볼 수 있습니다.
            </p>
          )}
          <LinkButton to={PATHS.admin} search={{ menu: 'REPORTS' }} size="sm">
            신고 목록에서 처리
          </LinkButton>
        </>
      )}
    </div>
  );
}

type ObjectedProps = { inquiry: InquiryDetail; objected: StaffActionView };

function Objected({ inquiry, objected }: ObjectedProps) {
  const { targetType, targetId, target, asker } = inquiry;
  const [isOpen, setOpen] = useState(false);
  const isContent = targetType === 'POST' || targetType === 'COMMENT';
  if (!isContent || targetId === null) {
    return (
      <ObjectedBox objected={objected}>
        {asker && (
          <p className="text-ink-2 text-md">
            학번(교번)이 {asker.username}인 회원의 정지는 회원 권한에서 해제합니다.
          </p>
        )}
        <LinkButton to={PATHS.admin} search={{ menu: 'ROLES' }} size="sm">
          회원 권한으로
        </LinkButton>
      </ObjectedBox>
    );
  }
  if (target !== null && !target.deleted) {
    return (
      <div className="grid gap-2">
        <ObjectedBox objected={objected} />
        <TargetBox target={target} />
      </div>
    );
  }
  return (
    <ObjectedBox objected={objected}>
      <Button
        size="sm"
        icon={<Undo2 size={16} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        내용 보기와 복구
      </Button>
      {isOpen && (
        <RemovedDialog
          item={{ type: targetType, id: targetId }}
          renderPost={(html) => <PostContent html={html} />}
          onClose={() => setOpen(false)}
        />
      )}
    </ObjectedBox>
  );
}
