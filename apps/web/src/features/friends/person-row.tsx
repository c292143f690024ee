import type { MemberSummary } from '@naru/contract/friends';
import type { ReactNode } from 'react';
import { PersonName } from '../../entities/member/person-name.tsx';
import { TopRoleTag } from '../../entities/member/role-tag.tsx';
import { Avatar } from '../../ui/avatar.tsx';

type PersonRowProps = {
  member: MemberSummary;
  /** Buttons at the right end. */
  children: ReactNode;
};

export function PersonRow({ member, children }: PersonRowProps) {
  return (
    <li className="flex min-h-15 items-center gap-3 border-line border-t py-2 pr-3 pl-5">
      <Avatar name={member.nickName} src={member.profileThumbnails} size={36} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
        <PersonName
          name={member.nickName}
          memberId={member.id}
          className="font-semibold text-md max-md:min-h-11"
        />
        <TopRoleTag roles={member.roles} from="STUDENT" />
      </span>
      <span className="flex shrink-0 items-center gap-1">{children}</span>
    </li>
  );
}
