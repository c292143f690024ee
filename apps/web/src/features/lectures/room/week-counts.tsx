import type { LectureWeek } from '@naru/contract/lectures';
import {
  FolderOpen,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  MessageCircleQuestionMark,
  NotebookPen,
} from 'lucide-react';
import { formatCount } from '../../../lib/format/numbers.ts';
import { Card } from '../../../ui/card.tsx';

const COUNTS: readonly { of: keyof LectureWeek; name: string; icon: LucideIcon }[] = [
  { of: 'questions', name: '질문', icon: MessageCircleQuestionMark },
  { of: 'reviews', name: '후기', icon: NotebookPen },
  { of: 'materials', name: '자료', icon: FolderOpen },
  { of: 'notices', name: '공지', icon: Megaphone },
  { of: 'comments', name: '댓글', icon: MessageCircle },
];

export function WeekCounts({ week }: { week: LectureWeek }) {
  return (
    <Card as="section" aria-label="주간 활동" className="px-5 py-4">
      <div className="flex items-baseline gap-2">
        <h2 className="flex-1 font-bold text-md">주간 활동</h2>
        <span className="text-ink-3 text-sm">최근 7일</span>
      </div>
      <dl className="mt-3 grid gap-2.5 max-lg:grid-cols-5 max-lg:gap-1">
        {COUNTS.map(({ of, name, icon: Icon }) => (
          <div
            key={of}
            className="flex items-center gap-2 max-lg:flex-col-reverse max-lg:gap-0.5 max-lg:rounded-ctl max-lg:bg-deck max-lg:py-2"
          >
            <dt className="flex flex-1 items-center gap-2 text-ink-2 text-md max-lg:text-sm">
              <Icon size={16} className="text-ink-3 max-lg:hidden" />
              {name}
            </dt>
            <dd className={week[of] > 0 ? 'font-bold text-sea' : 'text-ink-3'}>
              {formatCount(week[of])}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
