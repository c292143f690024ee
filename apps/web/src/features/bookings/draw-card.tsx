import type { BookingDraw, BookingResource } from '@naru/contract/bookings';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { timeLabel } from './booking-words.ts';
import { drawQuery } from './bookings.queries.ts';

/** When a lottery is drawn, what came of it, and how everybody counts it again. */
export function DrawCard({ resource }: { resource: BookingResource }) {
  const query = useQuery(drawQuery(resource.id));
  const { data } = query;
  const [isOpen, setIsOpen] = useState(false);
  if (!data) {
    return (
      <Card as="section" aria-label="추첨" className="overflow-hidden">
        <LoadState query={query} failed="추첨을 불러오지 못했습니다." rows={1} />
      </Card>
    );
  }
  return (
    <Card as="section" aria-label="추첨" className="grid gap-2 px-5 py-4 max-md:px-4">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-2">
        <p className="text-md">{stateText(resource, data)}</p>
        <Button size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          추첨 검증
        </Button>
      </div>
      {isOpen && <Proof draw={data} />}
    </Card>
  );
}

function stateText({ closesAt }: BookingResource, draw: BookingDraw): string {
  const { entries, drawnAt, won, mine } = draw;
  if (drawnAt === null) {
    const until = closesAt === null ? '' : ` ${timeLabel(closesAt)}에 추첨합니다.`;
    return `${entries.length}명이 신청했습니다.${until}`;
  }
  const rank = mine === null ? 0 : entries.indexOf(mine) + 1;
  const own = rank > 0 ? ` 내 순위는 ${rank}번입니다.` : '';
  return `${entries.length}명 중 ${won}명이 당첨되었습니다.${own}`;
}

function Proof({ draw }: { draw: BookingDraw }) {
  const { seedDigest, seed, entries, mine } = draw;
  return (
    <div className="grid gap-2 text-ink-2 text-sm [overflow-wrap:anywhere]">
      <p>
        신청 번호마다 ‘난수:신청 번호’의 SHA-256을 구해 작은 것부터 당첨됩니다. 난수는 처음부터
        정해져 있습니다.
      </p>
      <p>난수의 SHA-256: {seedDigest}</p>
      <p>난수: {seed ?? '추첨한 뒤에 공개됩니다.'}</p>
      {mine !== null && <p>내 신청 번호: {mine}</p>}
      <p className="tabular-nums">
        {seed === null ? '신청 번호' : '추첨 순서'}: {entries.join(', ') || '없음'}
      </p>
    </div>
  );
}
