import { LIMITS } from '@naru/contract/limits';
import { findTextProblem } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { Copy, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { COMPOSER } from '../../ui/use-composer-space.ts';
import { sendCorrected, type UnsentComment } from './unsent.ts';

/** What can be done about a comment that the server refused, besides sending and removing it. */
export function RefusedActions({ item, onEdit }: { item: UnsentComment; onEdit: () => void }) {
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="max-md:min-h-11"
        icon={<Pencil size={14} />}
        onClick={onEdit}
      >
        고치기
      </Button>
      <Button
        size="sm"
        variant="ghost"
        className="max-md:min-h-11"
        icon={<Copy size={14} />}
        onClick={() => void copy(item.content)}
      >
        복사
      </Button>
    </>
  );
}

export function Correction({ item, onDone }: { item: UnsentComment; onDone: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState(item.content);
  const problem = findTextProblem(text, LIMITS.commentMax);
  const send = () => {
    if (problem !== null) return;
    onDone();
    sendCorrected(client, item, text.normalize('NFC').trim());
  };
  return (
    <form
      {...COMPOSER}
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        label="보내지 못한 댓글 고치기"
        hideLabel
        error={problem === 'long' ? TEXTS.commentLength : undefined}
      >
        <TextArea value={text} onText={setText} autoFocus rows={2} className="min-h-16" />
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" className="max-md:min-h-11" onClick={onDone}>
          취소
        </Button>
        <Button
          type="submit"
          size="sm"
          variant="primary"
          className="max-md:min-h-11"
          disabled={problem !== null}
        >
          고쳐서 보내기
        </Button>
      </div>
    </form>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('댓글을 복사했습니다.');
  } catch {
    toast.error('복사하지 못했습니다. 글을 길게 눌러 복사해 주세요.');
  }
}
