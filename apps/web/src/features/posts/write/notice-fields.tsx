import type { Board } from '@naru/contract/boards';
import { yearsName } from '@naru/contract/notice-audience';
import { groupName } from '@naru/contract/notice-groups';
import { STUDY_YEARS } from '@naru/contract/study-years';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import type { ReactNode } from 'react';
import { audiencesQuery } from '../../../entities/audiences.ts';
import { scheduledNoticeKeys } from '../../../entities/staff-keys.ts';
import { api } from '../../../lib/api/api.ts';
import type { ResultOf } from '../../../lib/api/endpoints.ts';
import { koreanDayAfter, toLocalTime } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { DateTimeInput, DayInput } from '../../../ui/date-inputs.tsx';
import { Field } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { MustReadFields } from './must-read-fields.tsx';
import type { NoticeOptions, NoticeState } from './use-notice-options.ts';

const PRESSED = 'aria-pressed:border-sea aria-pressed:bg-sea-weak aria-pressed:text-sea';

type NoticeFieldsProps = { board: Board; state: NoticeState; options: NoticeOptions };

/** Who is notified of a notice, when it appears and how long it counts. */
export function NoticeFields({ board, state, options }: NoticeFieldsProps) {
  const now = toLocalTime(new Date().toISOString());
  return (
    <section
      aria-label="받는 사람과 게시 기간"
      className="grid gap-5 rounded-card border border-line bg-paper px-5 py-4 max-md:px-4"
    >
      <Audience options={options} />
      {state !== 'published' && (
        <div className="grid gap-3">
          {state === 'new' && (
            <div className="grid justify-items-start gap-1.5">
              <p aria-hidden="true" className="font-semibold text-ink-2 text-md">
                올릴 시각
              </p>
              <Segmented
                label="올릴 시각"
                items={WHEN}
                value={options.isLater ? 'later' : 'now'}
                onChange={(when) => options.change({ isLater: when === 'later' })}
                className="max-md:w-full"
              />
            </div>
          )}
          {options.isLater && <ScheduleFields now={now} options={options} />}
        </div>
      )}
      <Field
        label="게시 종료 (선택)"
        hint="이 시각이 지나면 홈과 게시판 맨 위에서 내려가고 ‘기간 지남’으로 표시됩니다. 목록과 검색에는 남습니다."
        error={options.errors.expiresAt}
        className="md:max-w-[26rem]"
      >
        <DateTimeInput
          value={options.expiresAt}
          min={now}
          onTime={(expiresAt) => options.change({ expiresAt })}
        />
      </Field>
      <MustReadFields state={state} options={options} />
      {state === 'published' ? (
        <p className="text-ink-3 text-sm">
          이미 보낸 알림은 다시 보내지 않습니다. 알림에는 고친 제목이 보입니다.
        </p>
      ) : (
        <Reach board={board} options={options} />
      )}
    </section>
  );
}

const WHEN = [
  { value: 'now', label: '지금 바로' },
  { value: 'later', label: '예약' },
] as const;

function Audience({ options }: { options: NoticeOptions }) {
  const { years, groups, isNamed } = options;
  const { data, isError, isFetching, refetch } = useQuery(audiencesQuery);
  const known = data ? choicesOf(data) : [];
  const others = groups.filter((group) => !known.some(({ value }) => value === group));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold text-ink-2 text-md">받는 사람</legend>
      <div className="flex flex-wrap gap-2">
        <Choice
          isOn={years.length === 0 && groups.length === 0}
          isFixed={isNamed}
          onChoose={() => options.change({ years: [], groups: [] })}
        >
          전학년
        </Choice>
        {STUDY_YEARS.map((year) => (
          <Choice
            key={year}
            isOn={years.includes(year)}
            isFixed={isNamed}
            onChoose={() => options.toggle(year)}
          >
            {year}학년
          </Choice>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {[...GROUPS, ...known, ...others.filter(isUnknown).map(nameUnknown)].map(
          ({ value, label }) => (
            <Choice
              key={value}
              isOn={groups.includes(value)}
              isFixed={false}
              onChoose={() => options.toggleGroup(value)}
            >
              {label}
            </Choice>
          ),
        )}
      </div>
      {!data && isError && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-buoy text-sm">
          전공과 명단을 불러오지 못했습니다.
          <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
            다시 불러오기
          </Button>
        </p>
      )}
      <p aria-live="polite" className="text-ink-3 text-sm">
        {isNamed
          ? `제목에 적은 <${yearsName(years)}>을 따릅니다. 여기서 고르려면 제목에서 지워 주세요.`
          : textOf(years, groups)}
      </p>
    </fieldset>
  );
}

const GROUPS = (['GRADUATE', 'LEAVE', 'STAFF'] as const).map((value) => ({
  value: value as string,
  label: groupName(value) ?? '',
}));

type Audiences = ResultOf<'GET /api/admin/audiences'>;

function choicesOf({ majors, lists }: Audiences) {
  return [
    ...majors.map(({ name }) => ({ value: `MAJOR:${name}`, label: name })),
    ...lists.map(({ id, name }) => ({ value: `LIST:${id}`, label: `명단 ‘${name}’` })),
  ];
}

/** A chosen group that nobody belongs to any more stays, to be taken off. */
const isUnknown = (group: string) => !GROUPS.some(({ value }) => value === group);
const nameUnknown = (value: string) => ({ value, label: groupName(value) ?? '명단' });

function textOf(years: readonly number[], groups: readonly string[]): string {
  const who =
    groups.length === 0
      ? '고른 학년과 학년을 밝히지 않은 회원에게 알립니다.'
      : `고른 것 가운데 하나라도 맞는 회원에게 알립니다.${years.length > 0 ? ' 학년을 밝히지 않은 회원도 받습니다.' : ''}`;
  return `${who} 공지는 누구나 읽을 수 있습니다.`;
}

type ChoiceProps = { isOn: boolean; isFixed: boolean; onChoose: () => void; children: ReactNode };

function Choice({ isOn, isFixed, onChoose, children }: ChoiceProps) {
  return (
    <Button
      size="sm"
      aria-pressed={isOn}
      aria-disabled={isFixed || undefined}
      className={PRESSED}
      onClick={() => {
        if (!isFixed) onChoose();
      }}
    >
      {children}
    </Button>
  );
}

function ScheduleFields({ now, options }: { now: string; options: NoticeOptions }) {
  const { publishAt, pinUntil, errors } = options;
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Field
        label="예약 시각"
        required
        hint="한국 시간입니다. 1분 안에 올라갑니다."
        error={errors.publishAt}
      >
        <DateTimeInput
          value={publishAt}
          min={now}
          onTime={(time) => options.change({ publishAt: time })}
        />
      </Field>
      <Field
        label="고정 종료일 (선택)"
        hint="올라간 때부터 그날 밤 12시까지 맨 위에 고정합니다."
        error={errors.pinUntil}
      >
        <DayInput
          value={pinUntil}
          min={publishAt.slice(0, 10) || koreanDayAfter(0)}
          onDay={(day) => options.change({ pinUntil: day })}
        />
      </Field>
    </div>
  );
}

function reachQuery(board: Board, years: readonly number[], groups: readonly string[]) {
  return queryOptions({
    queryKey: scheduledNoticeKeys.reach(board.type, years, groups),
    queryFn: ({ signal }) =>
      api('GET /api/admin/notice-reach', {
        query: {
          boardType: board.type,
          years: years.join() || undefined,
          groups: groups.join() || undefined,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** How many members the notice will notify. */
function Reach({ board, options }: { board: Board; options: NoticeOptions }) {
  const { data, isError, isPlaceholderData } = useQuery(
    reachQuery(board, options.years, options.groups),
  );
  return (
    <p
      role="status"
      aria-busy={isPlaceholderData}
      className="flex items-start gap-2 border-line border-t pt-4 text-md"
    >
      <BellRing size={17} className="mt-[0.2em] shrink-0 text-sea" />
      <span>
        {data && (
          <>
            {options.isLater && '지금 기준으로 '}
            <strong className="font-bold">{data.count.toLocaleString('ko-KR')}명</strong>에게 알림을
            보냅니다.
            {options.years.length > 0 && data.unstated > 0 && (
              <span className="text-ink-3">
                {' '}
                학년을 밝히지 않은 {data.unstated.toLocaleString('ko-KR')}명도 들어 있습니다.
              </span>
            )}
          </>
        )}
        {!data &&
          (isError
            ? '알림을 받을 사람 수를 불러오지 못했습니다. 공지는 올릴 수 있습니다.'
            : '알림을 받을 사람을 세고 있습니다.')}
      </span>
    </p>
  );
}
