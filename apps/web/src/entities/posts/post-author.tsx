import { BOARDS } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { PageHeading } from '../../ui/page.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { PersonName } from '../member/person-name.tsx';
import { TopRoleTag } from '../member/role-tag.tsx';

type PostAuthorProps = {
  post: Pick<PostItem, 'writerId' | 'writerNickname' | 'createdDate'>;
  image: string | null;
  roles: readonly string[];
  anonymous: boolean;
  /** Shown after the date, such as views. */
  meta: ReactNode;
};

type PostHeaderProps = {
  /** Board or room of the post, with its marks. */
  crumbs: ReactNode;
  title: string;
  author: ReactNode;
  actions: ReactNode;
};

export function PostHeader({ crumbs, title, author, actions }: PostHeaderProps) {
  return (
    <header className="border-line border-b pb-5">
      {crumbs}
      <PageHeading className="mt-2.5 leading-[1.4] [overflow-wrap:anywhere] max-md:text-xl">
        <bdi>{title}</bdi>
      </PageHeading>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {author}
        {/* Reserves its place, so that nothing moves when the buttons arrive. */}
        <div className="ml-auto flex min-h-11 min-w-34 max-md:min-w-22 items-center justify-end gap-1 max-md:-mr-2">
          {actions}
        </div>
      </div>
    </header>
  );
}

/** For an anonymous post only the constant name is known. */
export function PostAuthor({ post, image, roles, anonymous, meta }: PostAuthorProps) {
  return (
    <div className="flex min-w-0 grow basis-60 items-center gap-3 max-md:basis-40">
      <Avatar name={post.writerNickname} src={image} size={40} anonymous={anonymous} />
      <div className="min-w-0">
        <p className="flex items-center gap-1.5">
          <PersonName
            name={post.writerNickname}
            memberId={anonymous ? null : post.writerId}
            className="truncate font-bold"
          />
          {!anonymous && <TopRoleTag roles={roles} from="PROFESSOR" />}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-3 text-sm">
          <TimeText date={post.createdDate} kind="list" />
          {meta}
        </p>
      </div>
    </div>
  );
}

export function PostMeta({ views, isEdited }: { views: number; isEdited: boolean }) {
  return (
    <>
      <span aria-hidden="true">·</span>
      <span>조회 {formatCount(views)}</span>
      {isEdited && <span>(수정됨)</span>}
    </>
  );
}

/** Whether a post hides its author; a post that an older version stored lacks the flag, so its board decides. */
export function isAnonymousPost({
  boardType,
  anonymous,
}: Pick<PostItem, 'boardType' | 'anonymous'>): boolean {
  return anonymous === true || BOARDS[boardType].anonymous;
}
