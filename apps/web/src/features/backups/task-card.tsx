import type { BackupStep, BackupTask } from '@naru/contract/backups';
import { Fragment, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useAskFor } from './backups.queries.ts';

const STEPS: Record<BackupStep, string> = {
  TABLES: '데이터베이스를 저장하고 있습니다.',
  FILES: '올린 파일을 저장하고 있습니다.',
  READING: '백업을 처음부터 끝까지 읽어 보고 있습니다.',
  RESTORING: '임시 데이터베이스에 복원하고 있습니다.',
  COMPARING: '복원한 내용을 백업과 비교하고 있습니다.',
};

type TaskCardProps = {
  kind: BackupTask['kind'];
  label: string;
  /** What is known while nothing runs. */
  sentence: ReactNode;
  ask: { label: string; icon: ReactNode; isMain?: boolean; isImpossible?: boolean };
  task: BackupTask | undefined;
  /** Why the last one failed, and what to do. */
  failure: ReactNode;
  facts: readonly (readonly [name: string, value: ReactNode])[];
  children?: ReactNode;
};

/** Backups or proofs: how the last one went, how far the present one is, and a button for another. */
export function TaskCard(props: TaskCardProps) {
  const { kind, label, sentence, ask, task, failure, facts, children } = props;
  const asking = useAskFor(kind);
  return (
    <Card as="section" aria-label={label} className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 px-5 py-4 max-md:px-4">
        <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
          <h2 className="text-ink-3 text-sm">{label}</h2>
          <p className="font-bold">
            {/* Without the count, which changes every other second. */}
            <span aria-live="polite">{task ? stepOf(task) : sentence}</span>
            {task && countOf(task)}
          </p>
        </div>
        <Button
          variant={ask.isMain ? 'primary' : undefined}
          size={ask.isMain ? undefined : 'sm'}
          pending={task !== undefined || asking.isPending}
          disabled={ask.isImpossible}
          icon={ask.icon}
          onClick={() => asking.mutate()}
        >
          {ask.label}
        </Button>
        {task && <Progress task={task} label={label} />}
      </div>
      {failure && !task && (
        <p className="border-line border-t bg-buoy-weak px-5 py-3 text-sm [overflow-wrap:anywhere] max-md:px-4">
          {failure}
        </p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 border-line border-t px-5 py-3.5 text-sm max-md:px-4">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-ink-3">{name}</dt>
            <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere]">{value}</dd>
          </Fragment>
        ))}
      </dl>
      {children}
    </Card>
  );
}

function stepOf({ isRunning, step }: BackupTask): string {
  if (!isRunning) return '차례가 되면 시작합니다.';
  return step === null ? '시작하고 있습니다.' : STEPS[step];
}

function countOf({ isRunning, step, done, total }: BackupTask): string {
  if (!isRunning || step === null) return '';
  const count = done.toLocaleString('ko-KR');
  return total === null ? ` (${count}개)` : ` (${count}/${total.toLocaleString('ko-KR')})`;
}

function Progress({ task: { done, total }, label }: { task: BackupTask; label: string }) {
  if (total === null || total === 0) return null;
  return <ProgressBar label={`${label} 진행`} value={done / total} className="w-full" />;
}
