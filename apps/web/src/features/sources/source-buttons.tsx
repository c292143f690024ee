import type { Source } from '@naru/contract/sources';
import { Pause, Play, RefreshCw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useSourceAction } from './sources.queries.ts';

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
