import { ERRORS } from '@naru/contract/errors';
import type { Lecture } from '@naru/contract/lectures';
import { DONE } from '@naru/contract/texts';
import { schedulesOverlap } from '@naru/contract/timetable';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { createStore } from '../../lib/store.ts';
import { alertDialog, confirmDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';
import { type Conflict, useMark } from './lectures.mutations.ts';
import { entriesQuery, marksQuery } from './lectures.queries.ts';
import { findObstacle } from './timetable/layout.ts';

export type EntryQuestion = {
  /** Of the lecture. */
  title: string;
  /** The code that was refused, and why. */
  refused: { code: string; problem: string } | undefined;
  answer: (code: string | null) => void;
};

/** The open question; `EntryCodeHost` shows it. */
export const entryQuestion = createStore<EntryQuestion | null>(null);

/** Asks for the entry code of a members-only room; null when cancelled. */
function askEntryCode(options: Omit<EntryQuestion, 'answer'>): Promise<string | null> {
  return new Promise((resolve) => {
    entryQuestion.get()?.answer(null);
    const answer = (code: string | null) => {
      entryQuestion.set(null);
      resolve(code);
    };
    entryQuestion.set({ ...options, answer });
  });
}

type Conflicts = readonly Conflict[];

type Attempt = { lecture: Lecture; replaced: Conflicts; entryCode: string | undefined };

/** `add` offers to replace the lectures that overlap with the added one. */
export function useAddLecture() {
  const client = useQueryClient();
  const mark = useMark();

  async function send(lecture: Lecture, replaced: Conflicts, entryCode?: string): Promise<void> {
    try {
      await mark.mutateAsync({ lecture, isMarked: true, replaced, code: entryCode });
      toast.success(DONE.lectureMarked);
    } catch (error) {
      await handleRefusal(error, { lecture, replaced, entryCode });
    }
  }

  async function handleRefusal(error: unknown, { lecture, replaced, entryCode }: Attempt) {
    const { code, conflicts } = error instanceof ApiError ? error : {};
    if (code === 'LECTURE_MARKED') return alertDuplicate();
    if (code === 'LECTURE_OVERLAP' && conflicts) {
      return askToReplace(lecture, conflicts, entryCode);
    }
    if (code === 'LECTURE_CODE_REQUIRED') return enter({ lecture, replaced });
    if (code === 'LECTURE_CODE_WRONG') {
      const refused = { code: entryCode ?? '', problem: messageOf(error) };
      return enter({ lecture, replaced }, refused);
    }
    toast.error(messageOf(error, '시간표에 추가하지 못했습니다. 다시 시도해 주세요.'));
  }

  async function enter(
    attempt: Omit<Attempt, 'entryCode'>,
    refused?: EntryQuestion['refused'],
  ): Promise<void> {
    const { lecture, replaced } = attempt;
    const code = await askEntryCode({ title: lecture.title, refused });
    if (code !== null) await send(lecture, replaced, code);
  }

  async function askToReplace(
    lecture: Lecture,
    conflicts: Conflicts,
    entryCode?: string,
  ): Promise<void> {
    const names = conflicts.map(({ title }) => title).join(', ');
    const title = ERRORS.LECTURE_OVERLAP.message;
    const what = conflicts.some(({ isEntry }) => isEntry) ? '겹치는 강의와 일정' : '겹치는 강의';
    const body = `${what}: ${names}\n시간표에서 빼고 ‘${lecture.title}’ 강의로 바꿀까요?`;
    if (await confirmDialog({ title, body, confirmLabel: '바꾸기' }))
      await send(lecture, conflicts, entryCode);
  }

  async function add(lecture: Lecture): Promise<void> {
    const week = client.getQueryData(marksQuery(lecture).queryKey) ?? [];
    const obstacle = findObstacle(
      week.filter(({ isMarked }) => isMarked),
      lecture,
    );
    if (obstacle?.kind === 'duplicate') return alertDuplicate();
    const entries = client.getQueryData(entriesQuery(lecture).queryKey) ?? [];
    const conflicts = [
      ...(obstacle?.conflicts ?? []),
      ...entries
        .filter(({ schedules }) => schedulesOverlap(schedules, lecture.schedules))
        .map(({ id, title }): Conflict => ({ id, title, isEntry: true })),
    ];
    if (conflicts.length > 0) return askToReplace(lecture, conflicts);
    if (lecture.membersOnly && !lecture.canRead) return enter({ lecture, replaced: [] });
    return send(lecture, []);
  }

  return { add, pending: mark.isPending };
}

function alertDuplicate(): Promise<void> {
  return alertDialog({ title: ERRORS.LECTURE_MARKED.message });
}
