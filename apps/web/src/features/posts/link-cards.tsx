import { findBoard, postBoardName } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { LinkCard } from '@naru/contract/link-cards';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileX2, MessageCircle } from 'lucide-react';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { postKeys } from '../../entities/keys.ts';
import { TradeBadge } from '../../entities/market/trade-badge.tsx';
import { api } from '../../lib/api/api.ts';
import { lecturePostPath, postPath } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { POST_TEXTS } from './posts.texts.ts';

/** Paths of a post of a board and of a lecture room, with its id last. */
const POST_PATHS = [
  /^\/main\/community\/(?<board>\w+)\/post\/(?<id>[1-9]\d{0,14})\/?$/,
  /^\/main\/study-dashboard\/[1-9]\d*\/(?<id>[1-9]\d{0,14})\/?$/,
];

/** The id of the post that an address of this site leads to; null for all other addresses. */
export function linkedPost(address: string): number | null {
  if (!URL.canParse(address, window.location.origin)) return null;
  const { origin, pathname } = new URL(address, window.location.origin);
  if (origin !== window.location.origin) return null;
  for (const path of POST_PATHS) {
    const { board, id } = path.exec(pathname)?.groups ?? {};
    if (id !== undefined && (board === undefined || findBoard(board))) return Number(id);
  }
  return null;
}

/** An element below the paragraph of a link, for the card of its post. */
type CardPlace = { id: number; box: HTMLElement };

/** Adds a place for each linked post, once, below the paragraph or list with the first link to it. */
function addCardPlaces(body: HTMLElement): CardPlace[] {
  const places = new Map<number, CardPlace>();
  for (const link of body.querySelectorAll('a')) {
    const id = linkedPost(link.getAttribute('href') ?? '');
    if (id === null || places.has(id) || places.size === LIMITS.linkCardsMax) continue;
    const box = document.createElement('div');
    blockOf(link, body).after(box);
    places.set(id, { id, box });
  }
  return [...places.values()];
}

function blockOf(link: HTMLElement, body: HTMLElement): Element {
  let block: Element = link;
  while (block.parentElement && block.parentElement !== body) block = block.parentElement;
  return block;
}

const BOX =
  'not-prose my-3 flex min-h-16 max-w-[520px] items-center gap-3 rounded-ctl border border-line bg-deck px-4 py-2.5';

function linkCardsQuery(ids: readonly number[]) {
  return queryOptions({
    queryKey: postKeys.cards(ids),
    queryFn: async ({ signal }) => {
      const query = { ids: ids.join() };
      const { cards } = await api('GET /api/post/link-cards', { query, signal });
      return new Map(cards.map((card) => [card.id, card]));
    },
  });
}

/** Cards of the posts of this site that the text links to; `html` is what `body` shows. */
export function LinkCards({ body, html }: { body: RefObject<HTMLElement | null>; html: unknown }) {
  const [places, setPlaces] = useState<CardPlace[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML replaces the elements
  useLayoutEffect(() => {
    const added = body.current ? addCardPlaces(body.current) : [];
    setPlaces(added);
    return () => {
      for (const { box } of added) box.remove();
    };
  }, [body, html]);
  return places.length === 0 ? null : <Cards places={places} />;
}

function Cards({ places }: { places: readonly CardPlace[] }) {
  const { data, isError } = useQuery(linkCardsQuery(places.map(({ id }) => id)));
  // Without the cards the links themselves remain.
  if (isError) return null;
  return places.map(({ id, box }) =>
    createPortal(data ? <Card card={data.get(id)} /> : <Skeleton className="my-3 h-16" />, box, id),
  );
}

function Card({ card }: { card: LinkCard | undefined }) {
  if (card === undefined) {
    return (
      <p className={`${BOX} text-ink-3 text-md`}>
        <FileX2 size={18} className="shrink-0" />
        삭제되었거나 볼 수 없는 글입니다.
      </p>
    );
  }
  return (
    <Link to={pathOf(card)} className={`${BOX} no-underline! hover:bg-hover`}>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-ink-3 text-xs">
          {postBoardName(card.boardType)}
          {card.tradeStatus && <TradeBadge status={card.tradeStatus} />}
          {card.answered && <Badge tone="tide">{POST_TEXTS.answered}</Badge>}
        </span>
        <span className="block truncate font-semibold text-ink">{card.title}</span>
      </span>
      <span className="flex shrink-0 items-center gap-2.5 text-ink-3 text-xs">
        <span className="flex items-center gap-1">
          <MessageCircle size={13} />
          <span className="sr-only">댓글</span>
          {card.commentCount}
        </span>
        <TimeText date={card.createdDate} kind="community" />
      </span>
    </Link>
  );
}

function pathOf({ id, boardType, lectureRoomId }: LinkCard): string {
  if (lectureRoomId !== null) return lecturePostPath(lectureRoomId, id);
  return postPath(findBoard(boardType)?.slug ?? '', id);
}
