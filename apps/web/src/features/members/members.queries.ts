import type { MemberCard } from '@naru/contract/members';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { memberCardKey } from '../../lib/profile-card.ts';

/** What a member shows of themselves. */
export function memberCardQuery(id: number) {
  return queryOptions({
    queryKey: memberCardKey(id),
    queryFn: ({ signal }): Promise<MemberCard> =>
      api('GET /api/member/summary/:id', { params: { id }, signal }),
  });
}
