import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiFile } from '../../lib/api/api.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { removeAnonymousDrafts } from '../../lib/draft.ts';
import { saveFile } from '../../lib/save-file.ts';
import { endSession, startLeaving, stopLeaving } from '../../lib/session/session.ts';
import { alertDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { ACCOUNT_TEXTS } from './account.texts.ts';
import { type Prove, withProof } from './with-proof.ts';

/** The user dismissed the password dialog, so no error is shown. */
function isDismissed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'REAUTH_REQUIRED';
}

export function DataExport({ prove, nickname }: { prove: Prove; nickname: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const file = await withProof(prove, () => apiFile('GET /api/member/export'));
      saveFile(file, `naru-${nickname}.zip`);
    },
    onError: (error) => {
      if (!isDismissed(error)) toast.error(messageOf(error, ACCOUNT_TEXTS.exportFailed));
    },
  });
  return (
    <Button pending={isPending} onClick={() => mutate()}>
      내 정보 내려받기
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
    if (word.trim() !== ACCOUNT_TEXTS.removeWord) {
      return setProblem(`‘${ACCOUNT_TEXTS.removeWord}’를 그대로 입력해 주세요.`);
    }
    setPending(true);
    // The live stream may report the end of the session before the response arrives.
    startLeaving();
    try {
      await withProof(prove, () => api('DELETE /api/member/me'));
      endSession('left');
      removeAnonymousDrafts();
      await alertDialog({ title: ACCOUNT_TEXTS.removed });
    } catch (error) {
      stopLeaving();
      setPending(false);
      if (!isDismissed(error)) setProblem(messageOf(error, ACCOUNT_TEXTS.removeFailed));
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={ACCOUNT_TEXTS.removeAsk}
      dismissable={!pending}
      size="sm"
      shape="sheet"
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
      <p className="mb-4 text-ink-2 text-md">{ACCOUNT_TEXTS.removeLead}</p>
      <Field label={`확인을 위해 ‘${ACCOUNT_TEXTS.removeWord}’를 입력해 주세요`} error={problem}>
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
