import { canAnswerQuestions } from '@naru/contract/roles';
import { useMatches } from '@tanstack/react-router';
import { CalendarDays, Library, type LucideIcon, MessageCircleQuestionMark } from 'lucide-react';
import { useMe } from '../../entities/member/me.ts';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { PATHS } from '../paths.ts';

export type StudyEntry = {
  name: string;
  to: typeof PATHS.study | typeof PATHS.studyCatalog | typeof PATHS.studyWaiting;
  icon: LucideIcon;
};

const ENTRIES: readonly StudyEntry[] = [
  { name: '시간표', to: PATHS.study, icon: CalendarDays },
  { name: '강의실 둘러보기', to: PATHS.studyCatalog, icon: Library },
];

const WAITING: StudyEntry = {
  name: '답변 대기 질문',
  to: PATHS.studyWaiting,
  icon: MessageCircleQuestionMark,
};

/**
 * The entries below 스터디룸; null while an ADMIN keeps them locked (the default). The pages themselves
 * work either way.
 */
export function useStudyEntries(): readonly StudyEntry[] | null {
  const { data: config } = useSiteConfig();
  const { data: me } = useMe();
  if (config?.settings.studyRoomMenu !== 'open') return null;
  return canAnswerQuestions(me?.roles ?? []) ? [...ENTRIES, WAITING] : ENTRIES;
}

export function useIsStudyPage(): boolean {
  return useMatches({
    select: (matches) => matches.some(({ fullPath }) => fullPath.startsWith(PATHS.study)),
  });
}
