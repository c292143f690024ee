import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiFile } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { leaveDevice } from '../../lib/session/log-out.ts';
import { startLeaving, stopLeaving } from '../../lib/session/session.ts';
import { alertDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { isDismissed, type Prove, withProof } from './use-prove.tsx';

export const REMOVE_LEAD =
  '계정을 삭제하면 이름, 학번(교번), 이메일과 사진이 삭제되고 다시 로그인할 수 없습니다. 쓴 글과 댓글은 ‘탈퇴한 회원’의 것으로 남습니다.';
const CONFIRMATION = '탈퇴합니다';

export function DataExport({ prove, nickname }: { prove: Prove; nickname: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const file = await withProof(prove, () => apiFile('GET /api/member/export'));
      saveFile(file, `naru-${nickname}.zip`);
    },
    onError: (error) => {
      if (!isDismissed(error)) toast.error(messageOf(error, '내 데이터를 내려받지 못했습니다.'));
    },
  });
  return (
    <Button pending={isPending} onClick={() => mutate()}>
      내 데이터 내려받기
    </Button>
  );
}

export function DeleteAccount({ prove }: { prove: Prove }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        계정 삭제
      </Button>
      {isOpen && <DeleteDialog prove={prove} onClose={() => setOpen(false)} />}
    </>
  );
}

function DeleteDialog({ prove, onClose }: { prove: Prove; onClose: () => void }) {
  const [word, setWord] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  async function remove() {
    if (word.trim() !== CONFIRMATION) {
      return setProblem(`‘${CONFIRMATION}’를 그대로 입력해 주세요.`);
    }
    setPending(true);
    // The live stream may report the end of the session before the response arrives.
    startLeaving();
    try {
      await withProof(prove, () => api('DELETE /api/member/me'));
      leaveDevice();
      await alertDialog({ title: '계정이 삭제되었습니다. 그동안 이용해 주셔서 감사합니다.' });
    } catch (error) {
      stopLeaving();
      setPending(false);
      if (!isDismissed(error)) setProblem(messageOf(error, '계정을 삭제하지 못했습니다.'));
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="정말 계정을 삭제할까요?"
      dismissable={!pending}
      size="sm"
      footer={
        <DialogButtons
          confirmLabel="계정 삭제"
          onConfirm={() => void remove()}
          onCancel={onClose}
          pending={pending}
          danger
        />
      }
    >
      <p className="mb-4 text-ink-2 text-md">{REMOVE_LEAD}</p>
      <Field label={`확인을 위해 ‘${CONFIRMATION}’를 입력해 주세요`} error={problem}>
        <TextInput
          value={word}
          onText={(text) => {
            setWord(text);
            setProblem(null);
          }}
          autoComplete="off"
          data-autofocus
        />
      </Field>
    </Dialog>
  );
}
