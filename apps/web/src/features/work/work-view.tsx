import type { PetitionTab } from '@naru/contract/choices';
import type { WorkItem, WorkKind } from '@naru/contract/work';
import { Link } from '@tanstack/react-router';
import {
  Activity,
  BellRing,
  CalendarCheck,
  ChevronRight,
  DatabaseBackup,
  type LucideIcon,
  MailQuestion,
  MailWarning,
  MailX,
  Sailboat,
  ScanEye,
  Signature,
  UserRoundCheck,
  UserRoundSearch,
} from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { BackupFailureText, ProofFailureText } from '../../entities/system/engines.tsx';
import { useFirstSteps, useWork } from '../../entities/work/work.ts';
import { clockNow, subscribeClock } from '../../lib/clock.ts';
import { formatDuration } from '../../lib/format/dates.ts';
import { PATHS } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { LoadState } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { FirstStepsCard } from './first-steps.tsx';
import { QuickStarts } from './quick-starts.tsx';

type Line = {
  label: string;
  icon: LucideIcon;
} /** Address of the panel with what it shows first. */ & (
  | { search: { menu: string; state?: string; category?: string }; hint?: string; to?: never }
  | { search: { tab: PetitionTab }; hint?: never; to: typeof PATHS.petitions }
  /** Done outside of the console. */
  | { search?: never; hint: string; to?: never }
);

const LINES: Record<WorkKind, Line> = {
  REPORTS: { label: '처리할 신고', icon: BellRing, search: { menu: 'REPORTS' } },
  INQUIRIES: {
    label: '답변할 문의',
    icon: MailQuestion,
    search: { menu: 'INQUIRY', state: 'PROCESSING' },
  },
  ROLE_REQUESTS: {
    label: '권한 요청',
    icon: UserRoundCheck,
    search: { menu: 'INQUIRY', state: 'PROCESSING', category: 'ROLE_REQUEST' },
  },
  REVEALS: { label: '결정할 작성자 확인', icon: ScanEye, search: { menu: 'REVEAL' } },
  SIGN_UPS: { label: '확인할 가입', icon: UserRoundSearch, search: { menu: 'SIGN_UPS' } },
  PETITIONS: {
    label: '답변할 청원',
    icon: Signature,
    to: PATHS.petitions,
    search: { tab: 'waiting' },
  },
  BOOKINGS: { label: '승인할 예약', icon: CalendarCheck, search: { menu: 'BOOKINGS' } },
  EMAILS: {
    label: '보내지 못한 이메일',
    icon: MailWarning,
    hint: '서버 운영자에게 이메일 서버를 확인해 달라고 말씀해 주세요. 기다리는 이메일은 다시 연결되면 보냅니다.',
  },
  REFUSED_EMAILS: {
    label: '배달 실패',
    icon: MailX,
    search: { menu: 'EMAILS', state: 'FAILED' },
    hint: '이메일 서버가 받지 않은 주소입니다. 주소를 수정하면 다시 보낼 수 있습니다.',
  },
  BACKUP: {
    label: '백업',
    icon: DatabaseBackup,
    search: { menu: 'BACKUPS' },
  },
  ENGINES: { label: '서버의 이상', icon: Activity, search: { menu: 'SYSTEM' } },
};

const hasFailed = ({ failure, proofFailure }: WorkItem) => Boolean(failure ?? proofFailure);
const isWaiting = ({ count }: WorkItem) => count > 0;

/** Console panel 할 일: what waits, each line with the way to its panel. */
export function WorkView() {
  const found = useWork();
  const { data: steps } = useFirstSteps();
  const items = found.data;
  if (!items) {
    return (
      <Card className="overflow-hidden">
        <LoadState query={found} failed="할 일을 불러오지 못했습니다." rows={4} />
      </Card>
    );
  }
  // The list of first steps asks for the first backup itself; it does not say why one failed.
  const asksForBackup = steps?.some(({ step, done }) => step === 'BACKUP' && !done) ?? false;
  const waiting = items.filter(
    (item) => isWaiting(item) && !(item.kind === 'BACKUP' && asksForBackup && !hasFailed(item)),
  );
  const backup = items.find(({ kind }) => kind === 'BACKUP');
  return (
    <div className="grid gap-4">
      <FirstStepsCard />
      <QuickStarts />
      {(waiting.length > 0 || !steps) && <Waiting waiting={waiting} backup={backup} />}
    </div>
  );
}

type WaitingProps = { waiting: readonly WorkItem[]; backup: WorkItem | undefined };

function Waiting({ waiting, backup }: WaitingProps) {
  return (
    <Card as="section" aria-label="할 일" className="overflow-hidden">
      {waiting.length === 0 ? (
        <EmptyState
          icon={<Sailboat size={22} />}
          title="모두 마쳤습니다. 기다리는 일이 없습니다."
          text="새 일이 들어오면 알림과 함께 여기에 바로 보입니다. 수고하셨습니다."
        />
      ) : (
        <ul>
          {waiting.map((item) => (
            <li key={item.kind} className="border-line border-t first:border-t-0">
              <WorkLine item={item} />
            </li>
          ))}
        </ul>
      )}
      {backup?.since && !isWaiting(backup) && (
        <p className="border-line border-t px-5 py-3 text-ink-3 text-sm max-md:px-4">
          마지막 백업 <TimeText date={backup.since} kind="list" />
        </p>
      )}
    </Card>
  );
}

const ROW = 'flex min-h-16 items-center gap-3.5 px-5 py-3 max-md:px-4';

function WorkLine({ item }: { item: WorkItem }) {
  const { label, icon: Icon, search, hint, to } = LINES[item.kind];
  const text = (
    <>
      <span
        className={cx(
          'grid size-10 shrink-0 place-items-center rounded-full',
          search ? 'bg-sea-weak text-sea' : 'bg-gold-weak text-gold',
        )}
      >
        <Icon size={20} />
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-bold">{label}</span>{' '}
          {item.kind !== 'BACKUP' && (
            <span className="font-bold text-buoy tabular-nums">{item.count}건</span>
          )}
          {item.mine !== undefined && (
            <span className="font-semibold text-ink-2 text-sm tabular-nums">
              내 담당 {item.mine}건
            </span>
          )}
        </span>
        <span className="text-ink-3 text-sm">
          <Since item={item} />
        </span>
        {item.failure && (
          <span className="text-ink-2 text-sm">
            <BackupFailureText failure={item.failure} />
          </span>
        )}
        {item.proofFailure && (
          <span className="text-ink-2 text-sm">
            <ProofFailureText failure={item.proofFailure} />
          </span>
        )}
        {hint && <span className="text-ink-2 text-sm">{hint}</span>}
      </span>
    </>
  );
  if (!search) return <div className={ROW}>{text}</div>;
  const { onlyId: id } = item;
  if (to !== undefined) {
    return (
      <Link to={to} search={search} className={cx(ROW, 'hover:bg-hover')}>
        {text}
        <ChevronRight size={18} className="shrink-0 text-ink-3" />
      </Link>
    );
  }
  return (
    <Link
      to={PATHS.admin}
      search={id === undefined ? search : { ...search, id }}
      className={cx(ROW, 'hover:bg-hover')}
    >
      {text}
      <ChevronRight size={18} className="shrink-0 text-ink-3" />
    </Link>
  );
}

function Outage({ since }: { since: string }) {
  const minutes = useSyncExternalStore(subscribeClock, () =>
    Math.floor((clockNow() - Date.parse(since)) / 60_000),
  );
  return `이메일 서버가 ${formatDuration(minutes * 60)}째 아무 이메일도 받지 않습니다.`;
}

function Since({ item: { kind, since } }: { item: WorkItem }) {
  if (kind === 'BACKUP') {
    if (since === null) return '남아 있는 백업 기록이 없어 언제 했는지 알 수 없습니다.';
    return (
      <>
        마지막 백업 <TimeText date={since} kind="list" />
      </>
    );
  }
  if (since === null) return null;
  if (kind === 'EMAILS') return <Outage since={since} />;
  return (
    <>
      가장 오래된 것은 <TimeText date={since} kind="community" />
    </>
  );
}
