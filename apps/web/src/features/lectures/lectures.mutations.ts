import type { ErrorBody } from '@naru/contract/error-body';
import type { Lecture, lectureBody } from '@naru/contract/lectures';
import type { privateEntryBody } from '@naru/contract/private-entries';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { chatKeys, lectureKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import { type Catalog, entriesQuery, lectureQuery, marksQuery } from './lectures.queries.ts';

/** A lecture or private entry of the timetable that is in the way. */
export type Conflict = NonNullable<ErrorBody['conflicts']>[number];

type MarkChange = {
  lecture: Lecture;
  isMarked: boolean;
  /** What an added one replaces. */
  replaced?: readonly Conflict[];
  /** The entry code of a members-only room. */
  code?: string | undefined;
};

function withMark(lecture: Lecture, isMarked: boolean): Lecture {
  if (lecture.isMarked === isMarked) return lecture;
  return { ...lecture, isMarked, markedCount: lecture.markedCount + (isMarked ? 1 : -1) };
}

/** Applies a change optimistically; resolves to its rollback. */
async function applyChange(client: QueryClient, change: MarkChange) {
  const { lecture, isMarked, replaced = [] } = change;
  const isReplaced = (id: number, isEntry: boolean) =>
    replaced.some((one) => one.id === id && (one.isEntry ?? false) === isEntry);
  await client.cancelQueries({ queryKey: lectureKeys.all });
  const before = client.getQueriesData({ queryKey: lectureKeys.all });
  const mark = (known: Lecture) => {
    if (known.id === lecture.id) return withMark(known, isMarked);
    return isReplaced(known.id, false) ? withMark(known, false) : known;
  };
  client.setQueryData(marksQuery(lecture).queryKey, (marks) => {
    const left = marks
      ?.map((known) => ({ ...known, ...mark(known) }))
      .filter((known) => known.isMarked || known.isOwner);
    const isListed = left?.some(({ id }) => id === lecture.id);
    if (!isMarked || !left || isListed) return left;
    return [...left, { ...withMark(lecture, true), unreadCount: 0 }];
  });
  client.setQueryData(entriesQuery(lecture).queryKey, (entries) =>
    entries?.filter(({ id }) => !isReplaced(id, true)),
  );
  client.setQueriesData<Catalog>(
    { queryKey: lectureKeys.lists },
    (catalog) => catalog && { ...catalog, lectures: catalog.lectures.map(mark) },
  );
  client.setQueryData(lectureQuery(lecture.id).queryKey, (known) => known && mark(known));
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

/** Adds a lecture to the timetable or removes it (optimistic update). */
export function useMark() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ lecture, isMarked, replaced = [], code }: MarkChange) => {
      const lectureRoomId = String(lecture.id);
      const replace = replaced.length > 0 ? 'true' : undefined;
      return isMarked
        ? api('POST /api/lecture-room/mark', { query: { lectureRoomId, replace, code } })
        : api('DELETE /api/lecture-room/mark', { query: { lectureRoomId } });
    },
    onMutate: (change) => applyChange(client, change),
    onError: (_error, _change, rollBack) => rollBack?.(),
    onSettled: () => readAgain(client),
  });
}

function readAgain(client: QueryClient): Promise<void> {
  // Who may join a chat room, and who is in it, follows from the timetable.
  void client.invalidateQueries({ queryKey: chatKeys.ofLectures });
  void client.invalidateQueries({ queryKey: chatKeys.rooms });
  return client.invalidateQueries({ queryKey: lectureKeys.all });
}

/** Adds several lectures to the timetable, all or none, or takes them out. */
export function useMarkAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, isMarked }: { ids: readonly number[]; isMarked: boolean }) => {
      const query = { lectureRoomIds: ids.join(',') };
      return isMarked
        ? api('POST /api/lecture-room/marks', { query })
        : api('DELETE /api/lecture-room/marks', { query });
    },
    onSettled: () => readAgain(client),
  });
}

/** Marks the posts of a room as read. */
export function useSeen(lectureId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    api('POST /api/lecture-room/:lectureId/seen', { params: { lectureId } }).then(
      () => client.invalidateQueries({ queryKey: lectureKeys.allMarks }),
      // The room shows its own failure; the unread counts stay as they are.
      () => undefined,
    );
  }, [client, lectureId]);
}

/** Creates a lecture, or updates the one with `id`. */
export function useSaveLecture(id: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: z.input<typeof lectureBody>) => {
      const saved =
        id === null
          ? await api('POST /api/lecture-room', { body })
          : await api('PUT /api/lecture-room/:lectureId', { params: { lectureId: id }, body });
      return saved.lecture;
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

type EntryBody = z.input<typeof privateEntryBody>;

function savePlanEntry(planId: number, id: number | null, values: EntryBody): Promise<unknown> {
  const { year: _, semester: __, ...body } = values;
  return id === null
    ? api('POST /api/timetable/plans/:planId/entries', { params: { planId }, body })
    : api('PUT /api/timetable/plans/:planId/entries/:entryId', {
        params: { planId, entryId: id },
        body,
      });
}

/** Creates a private entry of the timetable or a plan, or updates the one with `id`. */
export function useSaveEntry(id: number | null, planId?: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EntryBody): Promise<unknown> => {
      if (planId !== undefined) return savePlanEntry(planId, id, body);
      return id === null
        ? api('POST /api/timetable/entries', { body })
        : api('PUT /api/timetable/entries/:entryId', { params: { entryId: id }, body });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: lectureKeys.all }),
  });
}

export function useDeleteEntry(planId?: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (entryId: number): Promise<unknown> =>
      planId === undefined
        ? api('DELETE /api/timetable/entries/:entryId', { params: { entryId } })
        : api('DELETE /api/timetable/plans/:planId/entries/:entryId', {
            params: { planId, entryId },
          }),
    onSuccess: () => client.invalidateQueries({ queryKey: lectureKeys.all }),
  });
}

/** Dry run of an import: the changes and the invalid lines. */
export function previewLectures(csv: string) {
  return api('POST /api/admin/lectures/import', { body: { csv, preview: true } });
}

export function useImportLectures() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: { csv: string; version: string; confirmed?: true }) =>
      api('POST /api/admin/lectures/import', { body: { ...file, preview: false } }),
    onSuccess: () => client.invalidateQueries({ queryKey: lectureKeys.all }),
  });
}
