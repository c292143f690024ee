import { cutGraphemes } from '@naru/contract/text';
import { viewerOf } from '../../../domain/access/room-access.ts';
import { isMasked, maskPost } from '../../../domain/authorship/writer.ts';
import { postWriterName } from '../../../domain/posts/post.present.ts';
import type { Actor } from '../../../platform/actor.ts';
import { kstDay, startOfKstDay, toKst } from '../../../platform/clock.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../../platform/paging.ts';
import type { Tools } from '../../tools.ts';
import {
  listLiked,
  listOwn,
  listSales,
  listScrapped,
  type OwnRow,
  type SavedRow,
} from './mine.repo.ts';

/** Graphemes. */
const EXCERPT = 50;
const DELETED_TITLE = '삭제된 게시글입니다.';

export function createOwnLists({ db, seal, clock }: Pick<Tools, 'db' | 'seal' | 'clock'>) {
  return {
    /** Own market items: on sale, then reserved, then sold, each newest first. */
    async listSales({ memberId }: Actor, query: PageQuery) {
      const today = startOfKstDay(kstDay(clock.now()));
      const { rows, total } = await listSales(db, memberId, rangeOf(query));
      const posts = rows.map((row) => {
        const { price, isBlinded, placedAt } = row;
        const tradeStatus = row.tradeStatus ?? ('ON_SALE' as const);
        const canBump = tradeStatus !== 'SOLD' && !isBlinded && placedAt < today;
        return { ...presentRow(row), postId: row.id, price, tradeStatus, canBump };
      });
      return { posts, ...pageInfo(query, total) };
    },

    /** Own posts of every board and room, anonymous ones too, newest first. */
    async listMine(actor: Actor, query: PageQuery) {
      const { rows, total } = await listOwn(db, viewerOf(seal, actor), rangeOf(query));
      const posts = rows.map((row) => ({ ...presentRow(row), postId: row.id }));
      return { posts, ...pageInfo(query, total) };
    },

    async listLiked(actor: Actor, query: PageQuery) {
      const { rows, total } = await listLiked(db, viewerOf(seal, actor), rangeOf(query));
      return { likes: rows.map(presentSaved), ...pageInfo(query, total) };
    },

    /** Deleted posts stay in the list without title, text and writer. */
    async listScraps(actor: Actor, query: PageQuery) {
      const { rows, total } = await listScrapped(db, viewerOf(seal, actor), rangeOf(query));
      return { scraps: rows.map(presentScrap), ...pageInfo(query, total) };
    },
  };
}

function presentRow(row: OwnRow) {
  return {
    id: row.id,
    title: row.title,
    boardType: row.boardType,
    createdDate: toKst(row.createdAt),
    lectureRoomId: row.lectureId,
  };
}

function presentSaved(row: SavedRow) {
  const saved = {
    ...presentRow(row),
    excerpt: cutGraphemes(row.text.replace(/\s+/gu, ' ').trim(), EXCERPT),
    writerNickname: postWriterName(row),
    likeCount: row.likeCount,
  };
  return isMasked(row) ? maskPost(saved, row) : saved;
}

function presentScrap(row: SavedRow) {
  const deleted = row.deletedAt !== null;
  const saved = {
    ...presentSaved(row),
    ...(deleted && { title: DELETED_TITLE, excerpt: '', writerNickname: '', likeCount: 0 }),
  };
  return {
    ...saved,
    postId: saved.id,
    content: saved.excerpt,
    authorName: saved.writerNickname,
    createdAt: saved.createdDate,
    boardName: saved.boardType,
    deleted,
  };
}
