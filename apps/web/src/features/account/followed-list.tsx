import { BOARDS, type BoardType, findBoard } from '@naru/contract/boards';
import type { FollowedPost } from '@naru/contract/follows';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  followsQuery,
  useFollowBoard,
  useFollowPost,
} from '../../entities/follows/follows.queries.ts';
import { lecturePostPath, PATHS, postPath } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { LoadState } from '../../ui/load-state.tsx';

/** What the viewer follows. A row that was switched off stays in its place until the page is left, to switch it on again. */
export function FollowedList() {
  const query = useQuery(followsQuery);
  const { data } = query;
  const [seen, setSeen] = useState<typeof data>();
  if (!data) {
    return <LoadState query={query} failed="켜 둔 알림을 불러오지 못했습니다." rows={2} />;
  }
  const boards = [...new Set([...(seen?.boards ?? []), ...data.boards])];
  const known = seen?.posts ?? [];
  const posts = [...known, ...data.posts.filter(({ id }) => !isIn(known, id))];
  const keep = () => setSeen({ ...data, boards, posts });
  return (
    <section
      className="mt-5 grid gap-3 border-line border-t pt-4"
      aria-label="알림을 켠 게시판과 글"
    >
      <h3 className="font-semibold">알림을 켠 게시판과 글</h3>
      {boards.length + posts.length === 0 && (
        <p className="text-ink-3 text-sm">
          게시판 이름 옆이나 글 아래에서 알림을 켜면 여기에 모입니다.
        </p>
      )}
      <ul className="divide-y divide-line">
        {boards.map((type) => (
          <BoardRow key={type} type={type} isOn={data.boards.includes(type)} onChange={keep} />
        ))}
        {posts.map((post) => (
          <PostRow key={post.id} post={post} isOn={isIn(data.posts, post.id)} onChange={keep} />
        ))}
      </ul>
    </section>
  );
}

function pathOf({ id, boardType, lectureRoomId }: FollowedPost): string {
  if (lectureRoomId !== null) return lecturePostPath(lectureRoomId, id);
  return postPath(findBoard(boardType)?.slug ?? '', id);
}

const isIn = (posts: readonly FollowedPost[], id: number) => posts.some((post) => post.id === id);

type RowProps = { isOn: boolean; onChange: () => void };

function BoardRow({ type, isOn, onChange }: RowProps & { type: BoardType }) {
  const { name, slug } = BOARDS[type];
  const { mutate } = useFollowBoard(type);
  const change = (on: boolean) => {
    onChange();
    mutate(on);
  };
  return (
    <Row name={name} isOn={isOn} onSwitch={change}>
      <Link to={PATHS.board} params={{ boardType: slug }} className="hover:underline">
        {name}
      </Link>
      <span className="text-ink-3 text-sm">새 글</span>
    </Row>
  );
}

function PostRow({ post, isOn, onChange }: RowProps & { post: FollowedPost }) {
  const { mutate } = useFollowPost(post.id);
  const name = post.title ?? '볼 수 없는 글';
  const change = (on: boolean) => {
    onChange();
    mutate(on);
  };
  return (
    <Row name={name} isOn={isOn} onSwitch={change}>
      {post.title === null ? (
        <span className="text-ink-3">{name}</span>
      ) : (
        <Link to={pathOf(post)} className="line-clamp-2 break-words hover:underline">
          {name}
        </Link>
      )}
      <span className="text-ink-3 text-sm">{post.place}</span>
    </Row>
  );
}

type SwitchRowProps = {
  name: string;
  isOn: boolean;
  onSwitch: (on: boolean) => void;
  children: ReactNode;
};

function Row({ name, isOn, onSwitch, children }: SwitchRowProps) {
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 py-1.5">
      <span className="grid min-w-0">{children}</span>
      <Button
        size="sm"
        variant={isOn ? 'secondary' : 'ghost'}
        className="shrink-0 max-md:h-11"
        aria-label={`${name} ${isOn ? '알림 끄기' : '다시 켜기'}`}
        onClick={() => onSwitch(!isOn)}
      >
        {isOn ? '끄기' : '다시 켜기'}
      </Button>
    </li>
  );
}
