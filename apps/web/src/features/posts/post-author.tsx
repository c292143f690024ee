import type { PostItem } from '@naru/contract/posts';
import { highestRole, ROLE_TITLES, roleRank } from '@naru/contract/roles';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { RoleTag } from '../../ui/role-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';

/** The role of a writer as a flagged word; members and students go without. */
function WriterTag(props: { roles: readonly string[] }) {
  const role = highestRole(props.roles);
  if (roleRank(role) <= roleRank('STUDENT')) return null;
  return <RoleTag role={role} title={ROLE_TITLES[role]} />;
}

type PostAuthorProps = {
  post: Pick<PostItem, 'writerId' | 'writerNickname' | 'createdDate'>;
  image: string | null;
  roles: readonly string[];
  anonymous: boolean;
  /** After the date: views, the changed mark. */
  meta: ReactNode;
};

/** Who wrote it and when. Of an anonymous post nothing but the constant name is known. */
export function PostAuthor(props: PostAuthorProps) {
  const { post, image, roles, anonymous, meta } = props;
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
          {!anonymous && <WriterTag roles={roles} />}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-3 text-sm">
          <TimeText date={post.createdDate} kind="list" />
          {meta}
        </p>
      </div>
    </div>
  );
}
