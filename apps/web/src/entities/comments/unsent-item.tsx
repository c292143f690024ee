import { LIMITS } from '@naru/contract/limits';
import { findTextProblem } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Clock, Copy, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { COMPOSER } from '../../ui/use-composer-space.ts';
import { ABOVE_COMPOSER, useJustSent } from './just-sent.ts';
import { commentOutbox, resendComment, sendCorrected, type UnsentComment } from './unsent.ts';

type UnsentItemProps = {
  item: UnsentComment;
  /** Closes what the item is shown in; with it the item leads to its post. */
  onLeave?: () => void;
};

/** A comment that waits for the network; one that the server refused can be corrected and copied. */
export function UnsentItem({ item, onLeave }: UnsentItemProps) {
  const [isEditing, setIsEditing] = useState(false);
  const { content, replyTo, parentId, clientId } = item;
  const box = useRef<HTMLLIElement>(null);
  useJustSent(clientId, box);
  return (
    <li ref={box} className={cx('rounded-ctl bg-gold-weak px-3.5 py-2.5', ABOVE_COMPOSER)}>
      {isEditing ? (
        <Correction item={item} onDone={() => setIsEditing(false)} />
      ) : (
        <>
          <p className="whitespace-pre-wrap text-md [overflow-wrap:anywhere]">
            {replyTo && (
              <bdi className="mr-1.5 font-semibold text-sea">@{replyTo.writerNickname}</bdi>
            )}
            {!replyTo && parentId !== null && <span className="mr-1.5 font-semibold">답글</span>}
            <bdi>{content}</bdi>
          </p>
          <p className="mt-1 flex items-center gap-1.5 text-gold text-sm">
            <Clock size={14} className="shrink-0" />
            {stateOf(item)}
          </p>
          <Actions item={item} onEdit={() => setIsEditing(true)} onLeave={onLeave} />
        </>
      )}
    </li>
  );
}

function stateOf({ state, reason, isOffline }: UnsentComment): string {
  if (state === 'sending') return '보내는 중';
  return isOffline ? '연결되면 자동으로 보냅니다.' : `보내지 못함 · ${reason}`;
}

type ActionsProps = UnsentItemProps & { onEdit: () => void };

function Actions({ item, onEdit, onLeave }: ActionsProps) {
  const client = useQueryClient();
  const isRefused = item.state === 'failed' && !item.isOffline;
  return (
    <div className="-ml-2.5 flex flex-wrap items-center gap-x-1">
      {onLeave && item.path !== undefined && (
        <Link
          to={item.path}
          onClick={onLeave}
          className="inline-flex min-h-11 items-center px-2.5 font-semibold text-sea text-sm hover:underline"
        >
          글 보기
        </Link>
      )}
      {item.state === 'failed' && (
        <Act icon={<RotateCcw size={14} />} onClick={() => resendComment(client, item)}>
          다시 보내기
        </Act>
      )}
      {isRefused && (
        <>
          <Act icon={<Pencil size={14} />} onClick={onEdit}>
            고치기
          </Act>
          <Act icon={<Copy size={14} />} onClick={() => void copy(item.content)}>
            복사
          </Act>
        </>
      )}
      {item.state === 'failed' && (
        <Act
          variant="danger-ghost"
          icon={<Trash2 size={14} />}
          onClick={() => commentOutbox.remove(item)}
        >
          지우기
        </Act>
      )}
    </div>
  );
}

function Act(props: ComponentProps<typeof Button>) {
  return <Button size="sm" variant="ghost" className="max-md:min-h-11" {...props} />;
}

function Correction({ item, onDone }: { item: UnsentComment; onDone: () => void }) {
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
