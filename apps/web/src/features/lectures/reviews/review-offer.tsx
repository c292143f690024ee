import { useQuery } from '@tanstack/react-query';
import { Star, X } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../../entities/member/me.ts';
import { memberKey } from '../../../lib/member-storage.ts';
import { PATHS } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { termKey } from '../terms.ts';
import { myReviewsQuery } from './course-reviews.queries.ts';

const nameOf = (memberId: number) => memberKey(`review-offer.${memberId}`);

function closedTerm(memberId: number): string | null {
  try {
    return localStorage.getItem(nameOf(memberId));
  } catch {
    return null;
  }
}

function close(memberId: number, term: string): void {
  try {
    localStorage.setItem(nameOf(memberId), term);
  } catch {
    // Without storage it stays closed as long as the page.
  }
}

/** Offers to review the lectures of the last finished term, until it is closed or done. */
export function ReviewOffer() {
  const { data: me } = useMe();
  const { data } = useQuery(myReviewsQuery);
  const [isClosed, setClosed] = useState(false);
  const [first] = data?.waiting ?? [];
  if (!me || !data || !first || isClosed) return null;
  const term = termKey(first);
  if (closedTerm(me.id) === term) return null;
  const count = data.waiting.filter((lecture) => termKey(lecture) === term).length;
  return (
    <Card
      as="section"
      aria-label="강의 평가 안내"
      className="flex items-center gap-3 py-2.5 pr-2 pl-5 max-md:pl-4"
    >
      <Star size={18} className="shrink-0 fill-current text-gold" />
      <p className="min-w-0 flex-1 text-md">
        지난 학기 강의 {count}개를 평가해 주세요.{' '}
        <span className="max-md:hidden">이름은 남지 않습니다.</span>
      </p>
      <LinkButton to={PATHS.myReviews} size="sm">
        평가하기
      </LinkButton>
      <IconButton
        label="강의 평가 안내 닫기"
        onClick={() => {
          close(me.id, term);
          setClosed(true);
        }}
      >
        <X size={18} />
      </IconButton>
    </Card>
  );
}
