import type { BoardType } from '@naru/contract/boards';
import type { TradeStatus } from '@naru/contract/posts';
import type { SignedIn, TestApp } from '../test-app.ts';

interface PostValues {
  boardType?: BoardType;
  title?: string;
  /** HTML. */
  content?: string;
  imageUrls?: string[];
  price?: number;
  tradeStatus?: TradeStatus;
}

let counter = 0;

/** Writes a post as `author` (who needs the board's role) and answers its id; title and text are unique. */
export async function createPost(
  t: TestApp,
  author: SignedIn,
  values: PostValues = {},
): Promise<number> {
  counter += 1;
  const boardType = values.boardType ?? 'FREE';
  return t.services.posts.create(
    { memberId: author.id, sessionId: '', roles: author.roles },
    {
      boardType,
      title: values.title ?? `시험 글 ${counter}`,
      content: values.content ?? `<p>시험 내용 ${counter}</p>`,
      imageUrls: values.imageUrls ?? [],
      price: values.price ?? (boardType === 'MARKET' ? 12_000 : null),
      tradeStatus: values.tradeStatus,
    },
  );
}
