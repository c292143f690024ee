import type { MemberCard } from '@naru/contract/members';
import { queryOptions } from '@tanstack/react-query';
import { memberCardKey } from '../../entities/member/profile-card.ts';
import { api } from '../../lib/api/api.ts';

/** What a member shows of themselves. */
export function memberCardQuery(id: number) {
  return queryOptions({
    queryKey: memberCardKey(id),
    queryFn: ({ signal }): Promise<MemberCard> =>
      api('GET /api/member/summary/:id', { params: { id }, signal }),
  });
}
