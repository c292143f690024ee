import type { CheckResult } from '@naru/contract/integrity';
import { CHECK_NAMES, COUNTER_CHECKS, type CounterCheck } from '@naru/contract/integrity-checks';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useAsk } from './integrity.queries.ts';
import { FAULTS, STATES } from './integrity-words.ts';

const isCounter = (check: string): check is CounterCheck =>
  (COUNTER_CHECKS as readonly string[]).includes(check);

type Props = { result: CheckResult; isPending: boolean };

/** One check with its state; a faulty one says what that means, where it is, and what can be done. */
export function CheckRow({ result, isPending }: Props) {
  const { check, state, looked, faults } = result;
  const name = CHECK_NAMES[check];
  return (
    <div className="grid gap-2 px-5 py-2.5 max-md:px-4">
      <div className="flex min-h-7 items-center gap-3">
        <span className="min-w-0 flex-1 font-semibold">{name}</span>
        <span className="text-ink-3 text-sm tabular-nums">
          {faults > 0 ? `${faults.toLocaleString('ko-KR')}건 / ` : ''}
          {`${looked.toLocaleString('ko-KR')}개`}
        </span>
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      </div>
      {state === 'FAILED' && (
        <p className="text-ink-2 text-sm">
          데이터베이스나 파일 저장소가 응답하지 않아 확인하지 못했습니다. 서버 상태를 확인해 주세요.
        </p>
      )}
      {state === 'FAULTY' && <Fault result={result} isPending={isPending} />}
    </div>
  );
}

function Fault({ result: { check, examples, faults }, isPending }: Props) {
  const ask = useAsk();
  const recount = async (counter: CounterCheck) => {
    const isSure = await confirmDialog({
      title: `${CHECK_NAMES[counter]}, 다시 셀까요?`,
      body: '저장된 수를 실제 데이터에서 다시 셉니다. 글과 댓글은 바뀌지 않고, 감사 기록에 남습니다.',
      confirmLabel: '다시 세기',
    });
    if (isSure) ask.mutate(counter);
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-1 text-sm">
        <p className="text-ink-2">{FAULTS[check]}</p>
        <p className="text-ink-3 tabular-nums [overflow-wrap:anywhere]">
          {`${faults > examples.length ? '예' : '위치'}: ${examples.join(', ')}`}
        </p>
      </div>
      {isCounter(check) && (
        <Button
          size="sm"
          className="max-md:w-full"
          pending={ask.isPending}
          disabled={isPending}
          aria-label={`${CHECK_NAMES[check]} 다시 세기`}
          onClick={() => void recount(check)}
        >
          다시 세기
        </Button>
      )}
    </div>
  );
}
