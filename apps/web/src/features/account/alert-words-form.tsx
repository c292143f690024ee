import { alertWordField } from '@naru/contract/alert-words';
import { LIMITS } from '@naru/contract/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Plus, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { followKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useInstantChange } from '../../ui/use-instant-change.ts';

const alertWordsQuery = queryOptions({
  queryKey: followKeys.words,
  queryFn: ({ signal }) => api('GET /api/member/alert-words', { signal }),
});

type WordChange = { word: string; on: boolean };

/** Adds or removes a word. */
function useAlertWord() {
  return useInstantChange({
    queryKey: followKeys.words,
    send: ({ word, on }: WordChange) =>
      on
        ? api('POST /api/member/alert-words', { body: { word } })
        : api('DELETE /api/member/alert-words', { query: { word } }),
    apply: ({ words }: ResultOf<'GET /api/member/alert-words'>, { word, on }) => {
      const others = words.filter((one) => one !== word);
      return { words: on ? [...others, word] : others };
    },
    inverse: ({ word, on }) => ({ word, on: !on }),
    dataOf: ({ words }) => ({ words }),
    failed: '키워드를 저장하지 못했습니다. 다시 시도해 주세요.',
  });
}

/**
 * Words whose new posts notify the viewer. A removed word stays in place until the page is left, so that it
 * can be restored.
 */
export function AlertWordsForm() {
  const query = useQuery(alertWordsQuery);
  const { mutate: change, mutateAsync } = useAlertWord();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const { words } = query.data ?? {};
  if (!words) return <LoadState query={query} failed="키워드를 불러오지 못했습니다." rows={2} />;
  const shown = [...new Set([...seen, ...words])];
  const remove = (word: string) => {
    setSeen(shown);
    change({ word, on: false });
  };
  return (
    <section className="mt-5 grid gap-3 border-line border-t pt-4" aria-label="키워드 알림">
      <h3 className="font-semibold">키워드</h3>
      <p className="text-ink-3 text-sm">
        새 글의 제목이나 내용에 키워드가 있으면 알려 드립니다. {LIMITS.alertWords}개까지 등록할 수
        있습니다.
      </p>
      <AddWord words={words} onAdd={(word) => mutateAsync({ word, on: true })} />
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {shown.map((word) =>
          words.includes(word) ? (
            <Chip key={word} word={word} label="삭제" onPress={() => remove(word)} />
          ) : (
            <Chip
              key={word}
              word={word}
              label="되돌리기"
              onPress={() => change({ word, on: true })}
            />
          ),
        )}
      </ul>
    </section>
  );
}

type ChipProps = { word: string; label: '삭제' | '되돌리기'; onPress: () => void };

function Chip({ word, label, onPress }: ChipProps) {
  const isGone = label === '되돌리기';
  const Icon = isGone ? Undo2 : X;
  return (
    <li
      className={cx(
        'flex max-w-full items-center rounded-full border border-line-strong pl-4',
        isGone && 'border-dashed text-ink-3',
      )}
    >
      <span className={cx('truncate text-md', isGone && 'line-through')}>{word}</span>
      <IconButton label={`${word} ${label}`} tooltip={false} onClick={onPress}>
        <Icon size={16} />
      </IconButton>
    </li>
  );
}

type AddWordProps = {
  words: readonly string[];
  /** Rejects when the word was not stored, after a toast has said so. */
  onAdd: (word: string) => Promise<unknown>;
};

function AddWord({ words, onAdd }: AddWordProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const isFull = words.length >= LIMITS.alertWords;
  const add = (typed: string) => {
    const { data, error } = z.safeParse(alertWordField, typed);
    if (data === undefined) return setProblem(error?.issues[0]?.message ?? null);
    setText('');
    setProblem(null);
    if (words.includes(data)) return;
    // Returns to the field, unless another word is being typed.
    onAdd(data).catch(() => setText((now) => (now === '' ? data : now)));
  };
  const type = (next: string) => {
    setText(next);
    setProblem(null);
  };
  return (
    <div className="flex items-start gap-2">
      <Field
        label="새 키워드"
        hideLabel
        className="min-w-0 max-w-sm flex-1"
        error={problem}
        hint={isFull ? `키워드 ${LIMITS.alertWords}개를 모두 썼습니다.` : undefined}
      >
        <TextInput
          value={text}
          onText={type}
          onSubmitText={add}
          placeholder="예: 장학금"
          disabled={isFull}
          enterKeyHint="done"
        />
      </Field>
      <Button icon={<Plus size={16} />} disabled={isFull} onClick={() => add(text)}>
        추가
      </Button>
    </div>
  );
}
