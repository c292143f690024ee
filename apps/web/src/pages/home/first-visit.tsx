import { LIMITS } from '@naru/contract/limits';
import type { Me } from '@naru/contract/members';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  BellRing,
  CalendarPlus,
  CircleCheck,
  GraduationCap,
  type LucideIcon,
  Smartphone,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { meQuery } from '../../entities/member/me.ts';
import { studyYearQuery } from '../../entities/member/study-year.ts';
import { pushQuery, useSwitchDevice } from '../../features/push/push.queries.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { install, installWay } from '../../lib/install.ts';
import { PATHS } from '../../lib/paths.ts';
import { useStore } from '../../lib/store.ts';
import { alertDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import type { FirstVisitRow } from './first-visit-rows.ts';

const YEARS = Array.from({ length: LIMITS.studyYears }, (_, index) => index + 1);
const LOOK = { size: 'sm', variant: 'ghost', className: 'text-sea!' } as const;
const IOS_STEPS =
  'Safari의 공유 버튼을 누르고 ‘홈 화면에 추가’를 고르면 앱처럼 열립니다. 알림도 설치한 앱에서만 받을 수 있습니다.';

/** What makes the app useful, once for each member: every row is one tap, and the whole can be skipped. */
export function FirstVisit({ rows }: { rows: readonly FirstVisitRow[] }) {
  const navigate = useNavigate();
  const { data } = useQuery({ ...studyYearQuery, enabled: rows.includes('year') });
  const [chosen, setChosen] = useState<number | null>(null);
  const year = chosen ?? data?.studyYear ?? data?.suggestion ?? null;
  const end = useEnd();
  const finish = () =>
    end.mutate({ studyYear: year !== data?.studyYear ? year : null, isOver: true });
  const { data: push } = useQuery({ ...pushQuery, enabled: rows.includes('push') });
  const isUnable = push?.publicKey === null || push?.support === 'none';
  const shown = rows.filter((row) => row !== 'push' || !isUnable);
  // Hidden, it still gives back the space that was reserved for it.
  if (shown.length === 0) return <section hidden />;
  const content: Record<FirstVisitRow, ReactNode> = {
    year: (
      <YearRow
        key="year"
        year={year}
        isGuess={chosen === null && !data?.studyYear}
        onChoose={setChosen}
      />
    ),
    timetable: (
      <Row key="timetable" icon={CalendarPlus} name="시간표" text="다음 강의를 홈에서 봅니다.">
        <Button
          {...LOOK}
          onClick={() => {
            if (chosen !== null) end.mutate({ studyYear: chosen, isOver: false });
            void navigate({ to: PATHS.studyCatalog });
          }}
        >
          강의 추가
        </Button>
      </Row>
    ),
    push: <PushRow key="push" />,
    install: <InstallRow key="install" />,
  };
  return (
    <Card as="section" aria-labelledby="first-visit" className="overflow-hidden">
      <div className="flex min-h-11 items-center gap-1 pl-4">
        <h2 id="first-visit" className="min-w-0 flex-1 font-bold text-md">
          먼저 이것만 정해 주세요
        </h2>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => end.mutate({ studyYear: null, isOver: true })}
        >
          건너뛰기
        </Button>
        <Button {...LOOK} className="mr-2 text-sea!" onClick={finish}>
          완료
        </Button>
      </div>
      <ul className="md:grid md:grid-cols-2">{shown.map((row) => content[row])}</ul>
    </Card>
  );
}

/** States the year of study and, on every device, ends the first visit. */
function useEnd() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ studyYear, isOver }: { studyYear: number | null; isOver: boolean }) => {
      if (isOver) {
        client.setQueryData(
          meQuery.queryKey,
          (me: Me | undefined) => me && { ...me, isNew: false },
        );
      }
      if (studyYear !== null) {
        const { message, ...stored } = await api('PUT /api/member/study-year', {
          body: { studyYear },
        });
        client.setQueryData(studyYearQuery.queryKey, stored);
      }
      if (isOver) await api('PUT /api/member/first-visit');
    },
    onError: (error) =>
      toast.error(messageOf(error, '저장하지 못했습니다. 계정 설정에서 다시 정해 주세요.')),
  });
}

type RowProps = { icon: LucideIcon; name: string; text: string; children: ReactNode };

function Row({ icon: Icon, name, text, children }: RowProps) {
  return (
    <li className="flex h-11 items-center gap-2.5 border-line border-t pr-2 pl-4 text-md md:h-12">
      <Icon size={18} className="shrink-0 text-sea" />
      <span className="shrink-0 font-semibold">{name}</span>
      <span className="min-w-0 flex-1 truncate text-ink-2 text-sm">{text}</span>
      {children}
    </li>
  );
}

type YearRowProps = {
  year: number | null;
  isGuess: boolean;
  onChoose: (year: number) => void;
};

function YearRow({ year, isGuess, onChoose }: YearRowProps) {
  const text = year !== null && isGuess ? '짐작한 학년입니다.' : '내 학년 공지를 먼저 봅니다.';
  return (
    <Row icon={GraduationCap} name="학년" text={text}>
      <fieldset className="flex shrink-0">
        <legend className="sr-only">학년</legend>
        {YEARS.map((one) => (
          <label
            key={one}
            className="grid size-9 place-items-center rounded-full font-semibold text-ink-2 text-md has-checked:bg-sea has-checked:text-on-sea has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:size-11"
          >
            <input
              type="radio"
              name="study-year"
              value={one}
              checked={one === year}
              onChange={() => onChoose(one)}
              aria-label={`${one}학년`}
              className="sr-only"
            />
            {one}
          </label>
        ))}
      </fieldset>
    </Row>
  );
}

function Done({ children }: { children: string }) {
  return (
    <span
      role="status"
      className="flex shrink-0 items-center gap-1 px-2 font-semibold text-sm text-tide"
    >
      <CircleCheck size={16} />
      {children}
    </span>
  );
}

function PushRow() {
  const { data } = useQuery(pushQuery);
  const change = useSwitchDevice();
  const { publicKey, subscribed } = data ?? {};
  return (
    <Row icon={BellRing} name="알림" text="공지와 댓글을 바로 받습니다.">
      {subscribed ? (
        <Done>켰습니다</Done>
      ) : (
        <Button
          {...LOOK}
          pending={change.isPending}
          disabled={data?.support !== 'yes'}
          onClick={() => publicKey && change.mutate({ publicKey, isOn: true })}
        >
          알림 받기
        </Button>
      )}
    </Row>
  );
}

function InstallRow() {
  const way = useStore(installWay);
  const start = () =>
    way === 'prompt' ? void install() : void alertDialog({ title: '앱으로 설치', body: IOS_STEPS });
  return (
    <Row icon={Smartphone} name="앱" text="홈 화면에서 바로 엽니다.">
      {way === null ? (
        <Done>설치했습니다</Done>
      ) : (
        <Button {...LOOK} onClick={start}>
          설치
        </Button>
      )}
    </Row>
  );
}
