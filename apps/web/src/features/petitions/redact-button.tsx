import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';
import { useHasRole } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { Button } from '../../ui/button.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useChangePetition } from './petitions.queries.ts';

type RedactButtonProps = {
  postId: number;
  /** Null: the reason of a closed petition. */
  answerId: number | null;
  text: string;
};

/** For an ADMIN: removes an answer or a reason that nobody should read. */
export function RedactButton({ postId: id, answerId, text }: RedactButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const mayRedact = useHasRole('ADMIN') && text !== TEXTS.petitionRedacted;
  const change = useChangePetition(id);
  if (!mayRedact) return null;
  return (
    <>
      <Button variant="danger-ghost" size="sm" className="-ml-3" onClick={() => setOpen(true)}>
        내용 삭제
      </Button>
      {isOpen && (
        <ReasonDialog
          title="내용 삭제"
          lead="되돌릴 수 없습니다. 삭제했다는 문장이 대신 남고, 사유는 감사 기록에 남습니다."
          draft={`staff-petition-redact-${id}-${answerId}`}
          label="사유"
          confirmLabel="삭제"
          danger
          failure={{ title: '내용을 삭제하지 못했습니다.' }}
          onReason={async (reason) => {
            const body = { answerId, reason };
            await change.mutateAsync(() =>
              api('POST /api/petitions/:id/redact', { params: { id }, body }),
            );
            setOpen(false);
            toast.success('내용을 삭제했습니다.');
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
