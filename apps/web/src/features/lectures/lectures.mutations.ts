import type { Lecture, LectureInput, MarkedLecture } from '@naru/contract/lectures';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { lectureKeys } from '../../entities/lectures/lecture-keys.ts';
import { api } from '../../lib/api/api.ts';
import { type Catalog, marksQuery } from './lectures.queries.ts';

type Change = {
  lecture: Lecture;
  /** Ids of the lectures that leave the timetable. */
  removed: number[];
};

function patchMarks(client: QueryClient, { lecture, removed }: Change, isAdded: boolean): void {
  client.setQueryData(marksQuery(lecture).queryKey, (marks: MarkedLecture[] | undefined) => {
    const left = marks?.filter(({ id }) => id !== lecture.id && !removed.includes(id));
    const added = { ...lecture, isMarked: true, unreadCount: 0 };
    return isAdded && left ? [...left, added] : left;
  });
}

function patchLists(client: QueryClient, { lecture, removed }: Change, isAdded: boolean): void {
  const mark = (known: Lecture) => {
    if (known.id === lecture.id) return withMark(known, isAdded);
    return removed.includes(known.id) ? withMark(known, false) : known;
  };
  client.setQueriesData<Catalog>(
    { queryKey: lectureKeys.lists },
    (catalog) => catalog && { ...catalog, lectures: catalog.lectures.map(mark) },
  );
}

function patchDetails(client: QueryClient, change: Change, isAdded: boolean): void {
  client.setQueryData(lectureKeys.detail(change.lecture.id), (known: Lecture | undefined) =>
    known ? withMark(known, isAdded) : known,
  );
}

function withMark(lecture: Lecture, isMarked: boolean): Lecture {
  if (lecture.isMarked === isMarked) return lecture;
  return { ...lecture, isMarked, markedCount: lecture.markedCount + (isMarked ? 1 : -1) };
}

/** Applies a change optimistically; resolves to its rollback. */
async function applyOptimistically(client: QueryClient, change: Change, isAdded: boolean) {
  await client.cancelQueries({ queryKey: lectureKeys.all });
  const before = client.getQueriesData({ queryKey: lectureKeys.all });
  patchMarks(client, change, isAdded);
  patchLists(client, change, isAdded);
  patchDetails(client, change, isAdded);
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

type Add = {
  lecture: Lecture;
  /** Ids of the conflicting lectures to remove. */
  replaced: number[];
};

/** Adds a lecture to the timetable (optimistic update). */
export function useMark() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ lecture, replaced }: Add) =>
      api('POST /api/lecture-room/mark', {
        query: {
          lectureRoomId: String(lecture.id),
          replace: replaced.length > 0 ? 'true' : undefined,
        },
      }),
    onMutate: ({ lecture, replaced }) =>
      applyOptimistically(client, { lecture, removed: replaced }, true),
    onError: (_error, _change, rollBack) => rollBack?.(),
    onSettled: () => client.invalidateQueries({ queryKey: lectureKeys.all }),
  });
}

/** Removes a lecture from the timetable (optimistic update). */
export function useUnmark() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (lecture: Lecture) =>
      api('DELETE /api/lecture-room/mark', { query: { lectureRoomId: String(lecture.id) } }),
    onMutate: (lecture) => applyOptimistically(client, { lecture, removed: [] }, false),
    onError: (_error, _lecture, rollBack) => rollBack?.(),
    onSettled: () => client.invalidateQueries({ queryKey: lectureKeys.all }),
  });
}

type LectureValues = Omit<LectureInput, 'lectureTimes'> & {
  lectureTimes: { day: string; start: number; end: number }[];
};

/** Creates a lecture, or updates the one with `id`. */
export function useSaveLecture(id: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: LectureValues) => {
      const answer =
        id === null
          ? await api('POST /api/lecture-room', { body })
          : await api('PUT /api/lecture-room/:lectureId', { params: { lectureId: id }, body });
      return answer.lecture;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: lectureKeys.all }),
  });
}

export function useDeleteLecture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      api('DELETE /api/lecture-room/:lectureId', { params: { lectureId: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: lectureKeys.all }),
  });
}
