import type { Lecture, MarkedLecture } from '@naru/contract/lectures';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { lectureKeys } from '../../entities/lectures/lecture-keys.ts';
import { api } from '../../lib/api/api.ts';
import { type Catalog, marksQuery } from './lectures.queries.ts';

type Change = { lecture: Lecture /** Lectures that leave the timetable. */; removed: number[] };

function patchMarks(client: QueryClient, { lecture, removed }: Change, isAdded: boolean): void {
  client.setQueryData(marksQuery(lecture).queryKey, (marks: MarkedLecture[] | undefined) => {
    const left = marks?.filter(({ id }) => id !== lecture.id && !removed.includes(id));
    const added = { ...lecture, isMarked: true, unreadCount: 0 };
    return isAdded && left ? [...left, added] : left;
  });
}

function patchLists(client: QueryClient, { lecture, removed }: Change, isAdded: boolean): void {
  const mark = (known: Lecture) => {
    if (known.id === lecture.id) return remarked(known, isAdded);
    return removed.includes(known.id) ? remarked(known, false) : known;
  };
  client.setQueriesData<Catalog>(
    { queryKey: lectureKeys.lists },
    (catalog) => catalog && { ...catalog, lectures: catalog.lectures.map(mark) },
  );
}

function patchDetails(client: QueryClient, change: Change, isAdded: boolean): void {
  client.setQueryData(lectureKeys.detail(change.lecture.id), (known: Lecture | undefined) =>
    known ? remarked(known, isAdded) : known,
  );
}

function remarked(lecture: Lecture, isMarked: boolean): Lecture {
  if (lecture.isMarked === isMarked) return lecture;
  return { ...lecture, isMarked, markedCount: lecture.markedCount + (isMarked ? 1 : -1) };
}

/** Shows a change at once and answers how to take it back. */
async function showEarly(client: QueryClient, change: Change, isAdded: boolean) {
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
  lecture: Lecture /** The lectures in its way, to be taken out for it. */;
  replaced: number[];
};

/** Adds a lecture to the timetable; shown at once, taken back when the server refuses. */
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
    onMutate: ({ lecture, replaced }) => showEarly(client, { lecture, removed: replaced }, true),
    onError: (_error, _change, takeBack) => takeBack?.(),
    onSettled: () => client.invalidateQueries({ queryKey: lectureKeys.all }),
  });
}

/** Takes a lecture out of the timetable. */
export function useUnmark() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (lecture: Lecture) =>
      api('DELETE /api/lecture-room/mark', { query: { lectureRoomId: String(lecture.id) } }),
    onMutate: (lecture) => showEarly(client, { lecture, removed: [] }, false),
    onError: (_error, _lecture, takeBack) => takeBack?.(),
    onSettled: () => client.invalidateQueries({ queryKey: lectureKeys.all }),
  });
}
