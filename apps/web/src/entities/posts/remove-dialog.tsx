import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { useState } from 'react';
import { useRemovePost } from '../../features/posts/posts.queries.ts';
import { POST_TEXTS } from '../../features/posts/posts.texts.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { alertDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';

type RemoveDialogProps = {
  postId: number;
  /** Somebody else's post: a moderator gives the reason, which goes on record (decisions 77). */
  moderated: boolean;
  onClose: () => void;
  onRemoved: () => void;
};

/** Asks before a post is deleted. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { postId, moderated, onClose, onRemoved } = props;
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const remove = useRemovePost(postId);
  const count = countGraphemes(reason);
  const submit = () => {
    if (count > LIMITS.reasonMax) return;
    if (moderated && reason.trim() === '') return setProblem(POST_TEXTS.reasonRequired);
    remove.mutate(reason.trim() || undefined, {
      onSuccess: onRemoved,
      onError: (error) => {
        onClose();
        void alertDialog({ title: POST_TEXTS.removeFailed, body: messageOf(error) });
      },
    });
  };
  return (
    <Dialog
      open
      role="alertdialog"
      size="sm"
      title={POST_TEXTS.removeAsk}
      describedBy="remove-hint"
      onClose={onClose}
      footer={
        <>
          <Button autoFocus={!moderated} onClick={onClose}>
            취소
          </Button>
          <Button variant="danger" pending={remove.isPending} onClick={submit}>
            삭제
          </Button>
        </>
      }
    >
      <p id="remove-hint" className="text-ink-2">
        {POST_TEXTS.removeHint}
      </p>
      {moderated && (
        <Field
          label="삭제 사유"
          hint="다른 회원의 글입니다. 사유는 운영 기록에 남습니다."
          required
          error={problem}
          counter={{ count, max: LIMITS.reasonMax }}
          className="mt-4"
        >
          <TextArea
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
