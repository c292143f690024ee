import type { MarkedLecture } from '@naru/contract/lectures';
import { type Term, termName } from '@naru/contract/timetable';
import { CalendarPlus, ImageDown, Printer } from 'lucide-react';
import { useState } from 'react';
import { useSiteConfig } from '../../../entities/settings/site-config.ts';
import { apiFile } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useStore } from '../../../lib/store.ts';
import { theme } from '../../../lib/theme.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { termParams } from '../lectures.queries.ts';
import { termKey } from '../terms.ts';

function useShownTheme(): 'light' | 'dark' {
  const chosen = useStore(theme);
  const isDark = useMedia('(prefers-color-scheme: dark)');
  if (chosen !== 'system') return chosen;
  return isDark ? 'dark' : 'light';
}

/** Runs one task at a time and reports a failure as a toast. */
function useSingleTask() {
  const [isBusy, setBusy] = useState(false);
  return async (fallback: string, task: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await task();
    } catch (error) {
      toast.error(messageOf(error, fallback));
    } finally {
      setBusy(false);
    }
  };
}

type TimetableToolsProps = { term: Term; lectures: readonly MarkedLecture[] };

export function TimetableTools({ term, lectures }: TimetableToolsProps) {
  const { data: config } = useSiteConfig();
  const shown = useShownTheme();
  const run = useSingleTask();
  const title = termName(term);
  const name = `시간표-${termKey(term)}`;

  const savePicture = () =>
    run('그림을 만들지 못했습니다. 다시 시도해 주세요.', async () => {
      const { paintTimetable } = await import('./picture.ts');
      const mark = config?.siteName ?? '';
      saveFile(await paintTimetable({ title, mark, theme: shown, lectures }), `${name}.png`);
    });

  const saveCalendar = () =>
    run('캘린더 파일을 받지 못했습니다. 다시 시도해 주세요.', async () => {
      const query = termParams(term);
      saveFile(await apiFile('GET /api/lecture-room/timetable.ics', { query }), `${name}.ics`);
    });

  return (
    <div className="-mr-2 flex print:hidden">
      <IconButton label="그림으로 저장" onClick={() => void savePicture()}>
        <ImageDown size={20} />
      </IconButton>
      <IconButton label="캘린더 파일 받기" onClick={() => void saveCalendar()}>
        <CalendarPlus size={20} />
      </IconButton>
      <IconButton label="인쇄" onClick={() => window.print()}>
        <Printer size={20} />
      </IconButton>
    </div>
  );
}
