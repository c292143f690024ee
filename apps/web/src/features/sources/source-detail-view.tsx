import { BOARDS } from '@naru/contract/boards';
import type { Source, SourceDetail, SourceFault } from '@naru/contract/sources';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, Pause, Play, RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { PATHS } from '../../lib/paths.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { MenuMoveQuestion } from './menu-move.tsx';
import { countsText, intervalText, lookOf, typeWords } from './source-words.ts';
import { sourceQuery, useSourceAction } from './sources.queries.ts';

type Props = { id: number; onEdit: () => void; onClosed: () => void };

/** One source: its state, what its last run left out, and what may be done with it. */
export function SourceDetailView({ id, ...actions }: Props) {
  const found = useQuery(sourceQuery(id));
  if (found.data) return <Detail source={found.data} {...actions} />;
  return (
    <Card className="overflow-hidden">
      <LoadState query={found} failed="수집할 곳을 불러오지 못했습니다." rows={5} />
    </Card>
  );
}

function Detail({ source, onEdit, onClosed }: Omit<Props, 'id'> & { source: SourceDetail }) {
  const { id, name, title, url, origin, faults, menuMove } = source;
  const remove = useSourceAction(id, 'remove');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const onRemove = async () => {
    const isSure = await confirmDialog({
      title: '수집할 곳을 삭제할까요?',
      body: `‘${title}’에서 더 가져오지 않습니다. 이미 가져온 내용은 그대로 남습니다.`,
      confirmLabel: '삭제',
      danger: true,
    });
    if (isSure) remove.mutate(undefined, { onSuccess: onClosed });
  };
  return (
    <Card as="section" aria-label={title} className="overflow-hidden">
      <div className="grid gap-1.5 px-5 py-4 max-md:px-4">
        <h2
          ref={heading}
          tabIndex={-1}
          className="font-bold text-lg outline-none [overflow-wrap:anywhere]"
        >
          <bdi>{title}</bdi>
        </h2>
        <SourceState source={source} />
        <PlaceLink config={source.config} />
        <p className="text-ink-3 text-sm [overflow-wrap:anywhere]">
          {name} ·{' '}
          <a href={url} target="_blank" rel="noreferrer" className="text-sea underline">
            {url}
          </a>
        </p>
        {origin === 'FILE' && (
          <p className="text-ink-3 text-sm">
            서버의 설정 파일에 적힌 곳이라 여기서는 멈추거나 지금 실행할 수만 있습니다.
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          <SourceButtons source={source} />
          {origin === 'CONSOLE' && (
            <>
              <Button size="sm" onClick={onEdit}>
                수정
              </Button>
              <Button
                size="sm"
                variant="danger-ghost"
                pending={remove.isPending}
                onClick={() => void onRemove()}
              >
                삭제
              </Button>
            </>
          )}
        </div>
      </div>
      {menuMove && <MenuMoveQuestion id={id} move={menuMove} />}
      <FaultList faults={faults} />
    </Card>
  );
}

/** Leads to where members read what the source brings. */
function PlaceLink({ config }: Pick<SourceDetail, 'config'>) {
  const className = 'justify-self-start font-semibold text-md text-sea hover:underline';
  if ('boardType' in config) {
    const { boardType } = config;
    return (
      <Link to={PATHS.board} params={{ boardType: boardType.toLowerCase() }} className={className}>
        {BOARDS[boardType].name}에서 보기
      </Link>
    );
  }
  const { brings } = typeWords(config.type);
  const isMenu = brings === '식단';
  return (
    <Link
      to={isMenu ? PATHS.main : PATHS.calendar}
      hash={isMenu ? 'menu' : undefined}
      className={className}
    >
      {brings}에서 보기
    </Link>
  );
}

/** What a reading left out, and why. */
export function FaultList({ faults }: { faults: readonly SourceFault[] }) {
  if (faults.length === 0) return null;
  return (
    <section aria-label="빠진 것" className="border-line border-t px-5 py-4 max-md:px-4">
      <h3 className="mb-2 font-semibold text-md">빠진 것</h3>
      <ul className="grid gap-2">
        {faults.map(({ place, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={at} className="grid gap-0.5 text-md">
            <bdi className="font-medium [overflow-wrap:anywhere]">{place}</bdi>
            <span className="text-ink-2">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Runs a source now, pauses it or lets it go on. */
export function SourceButtons({ source }: { source: Source }) {
  const { id, title, isEnabled, isRunning } = source;
  const run = useSourceAction(id, 'run');
  const toggle = useSourceAction(id, isEnabled ? 'pause' : 'resume');
  return (
    <>
      <Button
        size="sm"
        icon={<RefreshCw size={15} />}
        pending={run.isPending || isRunning}
        aria-label={`${title} 지금 실행`}
        onClick={() => run.mutate()}
      >
        지금 실행
      </Button>
      <Button
        size="sm"
        icon={isEnabled ? <Pause size={15} /> : <Play size={15} />}
        pending={toggle.isPending}
        aria-label={`${title} ${isEnabled ? '멈춤' : '다시 시작'}`}
        onClick={() => toggle.mutate()}
      >
        {isEnabled ? '멈춤' : '다시 시작'}
      </Button>
    </>
  );
}

/** How a source is, in a few lines. */
export function SourceState({ source }: { source: Source }) {
  const { label, tone } = lookOf(source);
  const counts = countsText(source);
  const { type, intervalMinutes, isEnabled, lastSuccessAt, nextRunAt, error } = source;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-2 text-md">
        <Badge tone={tone}>{label}</Badge>
        <span>
          {typeWords(type).label} · {typeWords(type).brings}
        </span>
        <span>{intervalText(intervalMinutes)}</span>
      </p>
      <p className="flex flex-wrap gap-x-2.5 gap-y-0.5 text-ink-3 text-sm">
        <span>
          마지막 성공{' '}
          {lastSuccessAt === null ? '없음' : <TimeText date={lastSuccessAt} kind="list" />}
        </span>
        {isEnabled && (
          <span>
            다음 <TimeText date={nextRunAt} kind="list" />
          </span>
        )}
        {counts !== null && <span>{counts}</span>}
      </p>
      {error !== null && (
        <p className="flex items-start gap-1 font-medium text-buoy text-sm [overflow-wrap:anywhere]">
          <CircleAlert size={15} className="mt-[3px] shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </>
  );
}
