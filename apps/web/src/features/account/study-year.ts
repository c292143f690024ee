import { queryOptions } from '@tanstack/react-query';
import { accountKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';

export const studyYearQuery = queryOptions({
  queryKey: accountKeys.studyYear,
  queryFn: ({ signal }) => api('GET /api/member/study-year', { signal }),
});
