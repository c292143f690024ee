import type { CheckResult } from '@naru/contract/integrity';
import {
  CHECK_NAMES,
  type CheckState,
  COUNTER_CHECKS,
  type CounterCheck,
  type IntegrityCheck,
} from '@naru/contract/integrity-checks';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { integrityKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/** While a check runs, its result should show soon. */
const RUNNING_MS = 2_000;
const IDLE_MS = 60_000;

export const integrityQuery = queryOptions({
  queryKey: integrityKeys.all,
  queryFn: ({ signal }) => api('GET /api/admin/integrity', { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.isPending ? RUNNING_MS : IDLE_MS),
});

/** Asks for a check, or with `check` for a recount of its counters and a check after it. */
export function useAsk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (check: CounterCheck | null) =>
      check === null
        ? api('POST /api/admin/integrity/run', {})
        : api('POST /api/admin/integrity/recount', { body: { check } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(messageOf(error, TRY_LATER)),
    onSettled: () => client.invalidateQueries({ queryKey: integrityKeys.all }),
  });
}

export const STATES: Record<CheckState, { label: string; tone: BadgeTone }> = {
  WELL: { label: '정상', tone: 'tide' },
  FAULTY: { label: '어긋남', tone: 'buoy' },
  FAILED: { label: '확인 못 함', tone: 'gold' },
};

const COUNTED = '보이는 수가 실제와 다릅니다. 다시 세면 바로잡힙니다.';
const STORED = '서버 운영자에게 알려 주세요. 백업에서 되찾을 수 있는지 확인해야 합니다.';

/** What a fault means, and who can do something about it. */
const FAULTS: Record<IntegrityCheck, string> = {
  POST_COUNTS: COUNTED,
  COMMENT_COUNTS: COUNTED,
  BOARD_COUNTS: COUNTED,
  LECTURE_COUNTS: COUNTED,
  POLL_COUNTS: COUNTED,
  TEAM_COUNTS: COUNTED,
  PETITION_COUNTS: COUNTED,
  CHAT_COUNTS: COUNTED,
  POST_PARTS: `투표, 필독, 블라인드, 검색, 채택한 답변이나 사진이 글과 맞지 않습니다. ${STORED}`,
  COMMENT_PARTS: `답글의 원래 댓글, 블라인드나 사진이 댓글과 맞지 않습니다. ${STORED}`,
  OTHER_PARTS: `프로필 사진, 배너, 친구, 채팅방이나 시간표가 서로 맞지 않습니다. ${STORED}`,
  BOOKINGS: `두 예약이 겹치거나 한도나 추첨의 순서와 다릅니다. ${STORED}`,
  PAGE_RANKS: '목록의 페이지 수가 실제와 다릅니다. 서버 운영자에게 알려 주세요.',
  FILE_ROWS: `사진이나 파일이 저장소에 없어 열리지 않습니다. ${STORED}`,
  FILE_OBJECTS:
    '하루가 지나도록 아무 기록에도 없는 파일이 자리를 차지합니다. 서버 운영자에게 알려 주세요.',
  AUDIT: '감사 기록이 데이터베이스에서 바뀌었습니다. 바로 서버 운영자에게 알려 주세요.',
  KEYS: `키가 없거나, 쓰이지 않거나, 이 서버의 비밀값으로 열리지 않습니다. ${STORED}`,
  CRYPT: `이 서버의 키로 열리지 않는 데이터가 있습니다. ${STORED}`,
};

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
