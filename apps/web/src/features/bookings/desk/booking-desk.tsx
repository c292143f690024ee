import { useState } from 'react';
import { Tabs } from '../../../ui/tabs.tsx';
import { Closures } from './closures.tsx';
import { Requests, WeekView } from './member-bookings.tsx';
import { Resources } from './resources.tsx';
import { Usage } from './usage.tsx';

const PARTS = [
  { value: 'requests', label: '신청' },
  { value: 'week', label: '일정' },
  { value: 'resources', label: '자원' },
  { value: 'closures', label: '쉬는 날' },
  { value: 'usage', label: '통계' },
] as const;
type Part = (typeof PARTS)[number]['value'];

const VIEWS = {
  requests: Requests,
  week: WeekView,
  resources: Resources,
  closures: Closures,
  usage: Usage,
};

/** Console panel 예약: what members ask for, who has what, and what can be booked. */
export function BookingDesk() {
  const [part, setPart] = useState<Part>('requests');
  const View = VIEWS[part];
  return (
    <Tabs label="예약 관리" look="line" items={PARTS} value={part} onChange={setPart}>
      <div className="mt-4">
        <View />
      </div>
    </Tabs>
  );
}
