import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarX, ChevronRight } from 'lucide-react';
import { PATHS } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { summaryOf } from './booking-words.ts';
import { resourcesQuery } from './bookings.queries.ts';

const EMPTY = {
  icon: <CalendarX size={22} />,
  title: '아직 예약할 수 있는 곳이 없습니다.',
  text: '조교가 등록하면 여기에 보입니다.',
};

/** What can be booked. */
export function ResourceList() {
  return (
    <LoadedList
      label="예약할 수 있는 곳"
      query={useQuery(resourcesQuery)}
      failed="예약할 수 있는 곳을 불러오지 못했습니다."
      empty={EMPTY}
    >
      {(resource) => (
        <Link
          to={PATHS.booking}
          params={{ resourceId: String(resource.id) }}
          className="flex min-h-16 items-center gap-3 px-5 py-3 hover:bg-hover max-md:px-4"
        >
          <span className="grid min-w-0 flex-1 gap-0.5">
            <bdi className="truncate font-semibold">{resource.name}</bdi>
            <span className="text-ink-3 text-sm">{summaryOf(resource)}</span>
          </span>
          <Badge tone={resource.free > 0 ? 'tide' : 'plain'}>
            {resource.span === 'TERM' ? '남음' : '지금'} {resource.free}/{resource.units}
          </Badge>
          <ChevronRight size={18} className="shrink-0 text-ink-3" />
        </Link>
      )}
    </LoadedList>
  );
}
