import type { MarkedLecture } from '@naru/contract/lectures';
import type { PrivateEntry } from '@naru/contract/private-entries';
import { type Term, termName } from '@naru/contract/timetable';
import type { TimetablePlan } from '@naru/contract/timetable-plans';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarPlus, ImageDown, Printer } from 'lucide-react';
import { useSiteConfig } from '../../../entities/settings/site-config.ts';
import { apiFile } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { FEEDS_HASH, PATHS } from '../../../lib/paths.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useStore } from '../../../lib/store.ts';
import { theme } from '../../../lib/theme.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LazyMenu } from '../../../ui/lazy-menu.tsx';
import { toast } from '../../../ui/toast.ts';
import { termParams } from '../lectures.queries.ts';
import { termKey } from '../terms.ts';

function useShownTheme(): 'light' | 'dark' {
  const chosen = useStore(theme);
  const isDark = useMedia('(prefers-color-scheme: dark)');
  if (chosen !== 'system') return chosen;
  return isDark ? 'dark' : 'light';
}

const FEEDS = { to: PATHS.mypageAccount, hash: FEEDS_HASH } as const;

type TimetableToolsProps = {
  term: Term;
  lectures: readonly MarkedLecture[];
  entries: readonly PrivateEntry[];
  /** What is shown instead of the timetable. */
  plan?: TimetablePlan;
};

export function TimetableTools({ term, lectures, entries, plan }: TimetableToolsProps) {
  const { data: config } = useSiteConfig();
  const navigate = useNavigate();
  const shown = useShownTheme();
  const title = plan ? `${termName(term)} ${plan.name}` : termName(term);
  const name = `${plan ? '계획' : '시간표'}-${termKey(term)}`;

  const picture = useMutation({
    mutationFn: async () => {
      const { paintTimetable } = await import('./picture.ts');
      const mark = config?.siteName ?? '';
      const own = entries.map(({ place, ...entry }) => ({
        ...entry,
        room: place,
        professorName: '',
      }));
      const week = { title, mark, theme: shown, lectures: [...lectures, ...own] };
      saveFile(await paintTimetable(week), `${name}.png`);
    },
    onError: (error) =>
      toast.error(messageOf(error, '사진을 만들지 못했습니다. 다시 시도해 주세요.')),
  });
  const calendar = useMutation({
    mutationFn: async (dates: 'true' | 'false') => {
      const query = { ...termParams(term), plan: plan && String(plan.id), dates };
      saveFile(await apiFile('GET /api/lecture-room/timetable.ics', { query }), `${name}.ics`);
    },
    onError: (error) =>
      toast.error(messageOf(error, '캘린더 파일을 받지 못했습니다. 다시 시도해 주세요.')),
  });
  const isBusy = picture.isPending || calendar.isPending;
  const fetchFile = (dates: 'true' | 'false') => {
    if (!isBusy) calendar.mutate(dates);
  };

  return (
    <div className="-mr-2 flex print:hidden">
      <IconButton label="사진으로 저장" onClick={() => isBusy || picture.mutate()}>
        <ImageDown size={20} />
      </IconButton>
      <LazyMenu
        label="캘린더 파일 받기"
        trigger={<CalendarPlus size={20} />}
        triggerClassName="relative grid size-10 shrink-0 place-items-center rounded-ctl text-ink-2 transition-colors duration-100 hover:bg-hover hover:text-ink max-md:size-11"
        items={[
          { label: plan ? '계획만' : '시간표만', onSelect: () => fetchFile('false') },
          { label: '학사일정도 함께', onSelect: () => fetchFile('true') },
          'line',
          { label: '캘린더로 구독', onSelect: () => void navigate(FEEDS) },
        ]}
      />
      <IconButton label="인쇄" onClick={() => window.print()}>
        <Printer size={20} />
      </IconButton>
    </div>
  );
}
