import { Fragment, useEffect, useRef } from 'react';
import { confirmDialog } from './ask.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';

/** Content that differs between what another person saved and the own draft, as text. */
export type Difference = { label: string; theirs: string; mine: string };

type Props = {
  differences: readonly Difference[];
  pending: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

const DISCARD_QUESTION = {
  title: '내가 고친 내용을 버릴까요?',
  body: '저장된 내용으로 바뀌고, 여기서 고친 내용은 남지 않습니다.',
  confirmLabel: '저장된 내용으로 바꾸기',
  danger: true,
};

/** Shown above the save bar after EDIT_CONFLICT: both versions, of which one is chosen. */
export function EditConflict({ differences, pending, onKeepMine, onTakeTheirs }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, []);
  const discard = async () => {
    if (await confirmDialog(DISCARD_QUESTION)) onTakeTheirs();
  };
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="scroll-mt-[calc(var(--header-h)+16px)] outline-none"
    >
      <Card className="grid gap-4 border-buoy! p-5 max-md:p-4">
        <div>
          <h2 className="font-bold text-buoy text-lg">다른 사람이 먼저 저장했습니다.</h2>
          <p className="text-ink-2 text-md">
            {differences.length > 0
              ? '저장된 내용과 내가 고친 내용을 비교해 보고 하나를 골라 주세요. 계속 고친 뒤에 골라도 됩니다.'
              : '저장된 내용이 내가 고친 내용과 같습니다.'}
          </p>
        </div>
        {differences.map(({ label, theirs, mine }) => (
          <section key={label} aria-label={`${label} 비교`} className="grid gap-2">
            <h3 className="font-semibold">{label}</h3>
            <div className="grid gap-2 sm:grid-cols-2">
              <Version title="저장된 내용" text={theirs} other={mine} />
              <Version title="내가 고친 내용" text={mine} other={theirs} />
            </div>
          </section>
        ))}
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={pending} onClick={() => void discard()}>
            저장된 내용으로 바꾸기
          </Button>
          <Button variant="primary" pending={pending} onClick={onKeepMine}>
            내 내용으로 저장
          </Button>
        </div>
      </Card>
    </div>
  );
}

function Version({ title, text, other }: { title: string; text: string; other: string }) {
  return (
    <div className="min-w-0 rounded-ctl bg-deck px-3.5 py-3">
      <p className="font-medium text-ink-3 text-sm">{title}</p>
      <p className="whitespace-pre-wrap text-md [overflow-wrap:anywhere]">
        {text ? <Lines text={text} other={other} /> : '없음'}
      </p>
    </div>
  );
}

/** Marks the lines that the other version does not have. */
function Lines({ text, other }: { text: string; other: string }) {
  const shared = new Set(['', ...other.split('\n')]);
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
    <Fragment key={index}>
      {index > 0 && '\n'}
      {shared.has(line) ? (
        line
      ) : (
        <mark className="rounded-sm bg-gold-weak font-semibold text-ink">{line}</mark>
      )}
    </Fragment>
  ));
}
