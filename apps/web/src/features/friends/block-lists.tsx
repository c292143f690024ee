import type { AliasBlock } from '@naru/contract/alias-blocks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ban } from 'lucide-react';
import { useAliasBlock } from '../../entities/friends/use-alias-block.ts';
import { contentPath } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import { aliasBlocksQuery, blocksQuery } from './friends.queries.ts';
import { PeopleList, PersonRow } from './people-list.tsx';
import { UnblockAction, UnblockButton } from './status-actions.tsx';

type LeaveProps = {
  /** Called when a page opens, to close the panel. */
  onLeave: () => void;
};

/** Blocked members, and the names that are blocked in anonymous threads. */
export function BlockList({ onLeave }: LeaveProps) {
  const query = useQuery(blocksQuery);
  const aliases = useQuery(aliasBlocksQuery);
  const hasAliases = aliases.data !== undefined && aliases.data.length > 0;
  return (
    <>
      <PeopleList
        label="차단한 회원"
        query={query}
        failedText="차단한 회원을 불러오지 못했습니다."
        empty={
          !hasAliases && <EmptyState icon={<Ban size={22} />} title="차단한 사람이 없습니다." />
        }
        row={(member) => (
          <PersonRow key={member.id} member={member}>
            <UnblockButton member={member} size="sm" />
          </PersonRow>
        )}
      />
      {aliases.error && !aliases.data && (
        <LoadError
          title="익명 글에서 차단한 이름을 불러오지 못했습니다."
          error={aliases.error}
          onRetry={() => void aliases.refetch()}
        />
      )}
      {hasAliases && (
        <section aria-labelledby="alias-blocks">
          <h3
            id="alias-blocks"
            className="border-line border-t px-5 pt-4 pb-2 font-semibold text-ink-2 text-sm"
          >
            익명 글에서 차단한 이름
          </h3>
          <ul>
            {aliases.data.map((block) => (
              <AliasRow key={`${block.postId} ${block.alias}`} block={block} onLeave={onLeave} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function AliasRow({ block, onLeave }: { block: AliasBlock } & LeaveProps) {
  const { alias, title, place } = block;
  return (
    <li className="flex min-h-15 items-center gap-3 border-line border-t px-5 py-2">
      <Avatar name={alias} src={null} size={36} anonymous />
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold text-md">{alias}</span>
        {title === null ? (
          <span className="text-ink-3 text-sm">볼 수 없는 글</span>
        ) : (
          <Link
            to={contentPath({ ...block, lectureId: block.lectureRoomId })}
            onClick={onLeave}
            className="flex min-w-0 items-center text-ink-2 text-sm hover:underline max-md:min-h-11"
          >
            <span className="truncate">{title}</span>
          </Link>
        )}
        <span className="text-ink-3 text-sm">{place}</span>
      </span>
      <UnblockAlias block={block} />
    </li>
  );
}

function UnblockAlias({ block: { postId, alias, title } }: { block: AliasBlock }) {
  const block = useAliasBlock(postId);
  return (
    <UnblockAction
      size="sm"
      label={`${title ?? '볼 수 없는 글'} ${alias} 차단 해제`}
      who={alias}
      where={title ?? '볼 수 없는 글'}
      pending={block.isPending}
      onConfirm={() => block.mutate({ alias, blocks: false })}
    />
  );
}
