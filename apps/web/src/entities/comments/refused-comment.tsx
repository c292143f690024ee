import { LIMITS } from '@naru/contract/limits';
import { findTextProblem } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy, Lock, Pencil } from 'lucide-react';
import { ANONYMOUS_DRAFTS } from '../../lib/draft.ts';
import { useDraftText } from '../../lib/typed-draft.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { COMPOSER } from '../../ui/use-composer-space.ts';
import { useWayToStudent } from '../member/way-to-student.ts';
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
        수정
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
  const { text, setText, draft, end } = useDraftText(
    `${item.isAnonymous ? `${ANONYMOUS_DRAFTS}-` : ''}correction-${item.clientId}`,
    item.content,
  );
  const problem = findTextProblem(text, LIMITS.commentMax);
  const send = () => {
    if (problem !== null) return;
    end();
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
        label="보내지 못한 댓글 수정"
        hideLabel
        error={problem === 'long' ? TEXTS.commentLength : undefined}
      >
        <TextArea
          value={text}
          onText={setText}
          draft={draft}
          autoFocus
          rows={2}
          className="min-h-16"
        />
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

const copy = (text: string) =>
  copyText(text, {
    done: '댓글을 복사했습니다.',
    failed: '복사하지 못했습니다. 글을 길게 눌러 복사해 주세요.',
  });

/** In place of the form, for members who must not comment. */
export function CommentDenied() {
  const way = useWayToStudent();
  return (
    // A line on phones, where it stays above the bottom bar.
    <div className="flex items-start gap-3 rounded-ctl border border-line bg-deck px-4 py-3.5 max-md:items-center max-md:gap-2 max-md:border-0 max-md:bg-transparent max-md:p-0">
      <Lock size={18} className="shrink-0 text-ink-3 md:mt-0.5" />
      <div className="min-w-0 max-md:flex max-md:flex-1 max-md:flex-wrap max-md:items-center max-md:justify-between max-md:gap-x-3">
        <p className="font-semibold text-md max-md:text-sm">댓글 작성 권한이 없습니다.</p>
        <p className="text-ink-3 text-sm max-md:sr-only">
          학생 이상 회원만 댓글과 답글을 쓸 수 있습니다. {way.hint}
        </p>
        <Link
          {...way.link}
          className="inline-flex items-center font-semibold text-md text-sea hover:underline max-md:min-h-11 max-md:text-sm md:mt-2"
        >
          {way.label}
        </Link>
      </div>
    </div>
  );
}
