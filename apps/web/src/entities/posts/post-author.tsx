import type { PostItem } from '@naru/contract/posts';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { Avatar } from '../../ui/avatar.tsx';
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

/** For an anonymous post only the constant name is known. */
export function PostAuthor({ post, image, roles, anonymous, meta }: PostAuthorProps) {
  return (
    <div className="flex min-w-0 items-center gap-3">
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
      <span aria-hidden="true" className="max-sm:hidden">
        ·
      </span>
      <span>조회 {formatCount(views)}</span>
      {isEdited && <span>(수정됨)</span>}
    </>
  );
}
