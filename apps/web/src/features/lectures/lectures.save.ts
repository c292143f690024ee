import type { LectureInput } from '@naru/contract/lectures';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lectureKeys } from '../../entities/lectures/lecture-keys.ts';
import { api } from '../../lib/api/api.ts';

/** What is sent: hours as `lectureTimes`. */
export type LectureValues = Omit<LectureInput, 'lectureTimes'> & {
  lectureTimes: { day: string; start: number; end: number }[];
};

/** Creates a lecture, or changes the one with `id`; the timetable and the catalogue follow. */
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
