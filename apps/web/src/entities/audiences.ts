import { queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api/api.ts';
import { scheduledNoticeKeys } from './staff-keys.ts';

/** The majors and lists of members that a notice can be for, without their members. */
export const audiencesQuery = queryOptions({
  queryKey: scheduledNoticeKeys.audiences,
  queryFn: ({ signal }) => api('GET /api/admin/audiences', { signal }),
});
