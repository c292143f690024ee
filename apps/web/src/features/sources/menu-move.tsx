import type { MenuMove } from '@naru/contract/sources';
import { CircleHelp } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { dayText, moveText } from './source-words.ts';
import { useMoveDecision } from './sources.queries.ts';

/** Asks whether menus that the page shows for other days than last time are to be stored. */
export function MenuMoveQuestion({ id, move }: { id: number; move: MenuMove }) {
  const decide = useMoveDecision(id);
  const { hash, from, to } = move;
  const choose = (store: boolean) => decide.mutate({ hash, store });
  return (
    <section
      aria-label="확인할 것"
      className="grid gap-3 border-line border-t bg-gold-weak px-5 py-4 max-md:px-4"
    >
      <div className="flex items-start gap-2 text-md">
        <CircleHelp size={18} className="mt-0.5 shrink-0" />
        <div className="grid gap-1">
          <p className="font-semibold">{moveText(move)}</p>
          <p className="text-ink-2">
            페이지에는 {dayText(from)}부터 {dayText(to)}까지의 식단으로 나옵니다. 페이지의 날짜가
            맞는지 확인해 주세요. 정할 때까지 새 식단을 저장하지 않습니다.
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={decide.isPending} onClick={() => choose(true)}>
          이대로 저장
        </Button>
        <Button size="sm" disabled={decide.isPending} onClick={() => choose(false)}>
          그대로 두기
        </Button>
      </div>
    </section>
  );
}
