import { BOARDS } from '@naru/contract/boards';
import type { PetitionTab } from '@naru/contract/choices';
import { answersFor } from '@naru/contract/petition-bodies';
import type { PetitionItem } from '@naru/contract/petitions';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageSquare, PenLine, Signature } from 'lucide-react';
import { useMe } from '../../entities/member/me.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { PATHS } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { QueryList } from '../../ui/query-list.tsx';
import { bodyName, SignatureBar, StateBadge } from './petition-state.tsx';
import { petitionListQuery } from './petitions.queries.ts';

const EMPTY: Record<PetitionTab, string> = {
  collecting: '서명을 모으는 청원이 없습니다.',
  waiting: '답변을 기다리는 청원이 없습니다.',
  answered: '답변한 청원이 없습니다.',
  all: '청원이 없습니다.',
};

type PetitionListProps = { tab: PetitionTab; page: number; onPage: (page: number) => void };

/** One page of a tab; the first page is 0. */
export function PetitionList({ tab, page, onPage }: PetitionListProps) {
  const query = useQuery(petitionListQuery(tab, page));
  const back = searchOf(tab, page);
  return (
    <QueryList
      label="청원 페이지"
      query={query}
      failed="청원을 불러오지 못했습니다."
      onPage={onPage}
      empty={{
        icon: <Signature size={22} />,
        title: EMPTY[tab],
        text: '바라는 것을 청원하면 서명을 모아 답변을 받을 수 있습니다.',
      }}
    >
      {({ petitions }) => (
        <ul aria-label="청원">
          {petitions.map((petition) => (
            <PetitionRow key={petition.id} petition={petition} search={back} />
          ))}
        </ul>
      )}
    </QueryList>
  );
}

/** Of the address of a page of a tab, and of the petitions on it, whose link back leads there. */
export function searchOf(tab: PetitionTab, page: number): Back {
  return { ...(tab !== 'collecting' && { tab }), ...(page > 0 && { page: page + 1 }) };
}

type Back = { tab?: PetitionTab; page?: number };

function PetitionRow({ petition, search }: { petition: PetitionItem; search: Back }) {
  const { id, title, state, commentCount, isSigned, blocked } = petition;
  const { data: me } = useMe();
  const isOwed = state === 'WAITING' || state === 'OVERDUE';
  const isMine = isOwed && answersFor(petition.addressee, me?.roles ?? []);
  return (
    <li className="border-line border-t">
      <Link
        to={PATHS.post}
        params={{ boardType: BOARDS.PETITION.slug, postId: String(id) }}
        search={search}
        className="block px-5 py-4 hover:bg-hover max-md:px-4"
        data-key-row=""
      >
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StateBadge state={state} />
          <span className="text-ink-3 text-sm">{bodyName(petition)}</span>
          {isSigned && <Badge tone="plain">서명함</Badge>}
          {isMine && (
            <Badge tone="buoy">
              <PenLine size={12} /> 답변할 청원
            </Badge>
          )}
        </p>
        <p className={cx('mt-1.5 flex items-start gap-2 font-bold', blocked && 'text-ink-3')}>
          <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{title}</bdi>
          {commentCount > 0 && (
            <span className="inline-flex shrink-0 items-center gap-1 font-normal text-ink-3 text-sm">
              <MessageSquare size={13} />
              <span className="sr-only">댓글 </span>
              {formatCount(commentCount)}
            </span>
          )}
        </p>
        <div className="mt-2.5">
          <SignatureBar petition={petition} />
          {petition.closeReason !== null && (
            <p className="mt-2 text-ink-2 text-sm [overflow-wrap:anywhere]">
              닫은 사유: {petition.closeReason}
            </p>
          )}
        </div>
      </Link>
    </li>
  );
}
