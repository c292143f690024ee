import type { MemberCard } from '@naru/contract/members';
import { queryOptions } from '@tanstack/react-query';
import { memberKeys } from '../../entities/member/member-keys.ts';
import { api } from '../../lib/api/api.ts';

export function memberCardQuery(id: number) {
  return queryOptions({
    queryKey: memberKeys.card(id),
    queryFn: ({ signal }): Promise<MemberCard> =>
      api('GET /api/member/summary/:id', { params: { id }, signal }),
  });
}
