import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { accountKeys } from '../keys.ts';

export const studyYearQuery = queryOptions({
  queryKey: accountKeys.studyYear,
  queryFn: ({ signal }) => api('GET /api/member/study-year', { signal }),
});
