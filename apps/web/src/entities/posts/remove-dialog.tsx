import { LIMITS } from '@naru/contract/limits';
import { countGraphemes, isInvisible } from '@naru/contract/text';
import { useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { useDraftText } from '../../lib/typed-draft.ts';
import { alertDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useRemovePost } from './remove-post.ts';

type RemoveDialogProps = {
  postId: number;
  /** Another member's post: staff must give a reason, which is recorded. */
  moderated: boolean;
  onClose: () => void;
  onRemoved: () => void;
};

/** Asks before a post is deleted. */
export function RemoveDialog({ postId, moderated, onClose, onRemoved }: RemoveDialogProps) {
  const {
    text: reason,
    setText: setReason,
    draft,
    end,
  } = useDraftText(moderated ? `staff-removal-POST-${postId}` : null);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = useRemovePost(postId);
  const count = countGraphemes(reason);
  const submit = () => {
    if (count > LIMITS.reasonMax) return;
    if (moderated && isInvisible(reason)) return setProblem('삭제 사유를 입력해 주세요.');
    remove.mutate(reason.trim() || undefined, {
      onSuccess: () => {
        end();
        toast.success('게시글이 삭제되었습니다.');
        onRemoved();
      },
      onError: (error) => {
        onClose();
        void alertDialog({ title: '게시글을 삭제하지 못했습니다.', body: messageOf(error) });
      },
    });
  };
  return (
    <Dialog
      open
      role="alertdialog"
      size="sm"
      title="이 글을 삭제할까요?"
      describedBy="remove-hint"
      onClose={onClose}
      footer={
        <>
          <Button
            autoFocus={!moderated}
            onClick={() => {
              end();
              onClose();
            }}
          >
            취소
          </Button>
          <Button variant="danger" pending={remove.isPending} onClick={submit}>
            삭제
          </Button>
        </>
      }
    >
      <p id="remove-hint" className="text-ink-2">
        {moderated
          ? `작성자에게 사유를 알리고, 운영진은 ${LIMITS.removedDays}일 안에 되돌릴 수 있습니다.`
          : '삭제한 글은 내가 다시 볼 수 없습니다.'}
      </p>
      {moderated && (
        <Field
          label="삭제 사유"
          hint="다른 회원의 글입니다. 사유는 작성자가 읽고 운영 기록에 남습니다."
          required
          error={problem}
          counter={{ count, max: LIMITS.reasonMax }}
          className="mt-4"
        >
          <TextArea
            draft={draft}
            autoFocus
            value={reason}
            onText={(text) => {
              setReason(text);
              setProblem(null);
            }}
            rows={2}
          />
        </Field>
      )}
    </Dialog>
  );
}
