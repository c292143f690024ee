import { postBoardName } from '@naru/contract/boards';
import { imageVariantUrl } from '@naru/contract/images';
import type { RemovedDetail, RemovedItem } from '@naru/contract/moderation';
import { useQuery } from '@tanstack/react-query';
import { ArchiveRestore, Eye, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { usePageInAddress, usePlace } from '../../lib/place.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConsoleList } from '../../ui/console.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import {
  KIND_NAMES,
  removedDetailQuery,
  removedQuery,
  useRestoreContent,
} from './moderation.queries.ts';

const TYPES = [
  { value: 'POST', label: KIND_NAMES.POST },
  { value: 'COMMENT', label: KIND_NAMES.COMMENT },
] as const;

/** Console panel 삭제된 글; `renderPost` renders the sanitised HTML of a post. */
export function RemovedView({ renderPost }: { renderPost: (html: string) => ReactNode }) {
  const { choice, go } = usePlace();
  const type = choice('category', ['POST', 'COMMENT']);
  const [page, setPage] = usePageInAddress();
  const [opened, setOpened] = useState<RemovedItem | null>(null);
  const found = useQuery(removedQuery(type, page));
  return (
    <Card as="section" aria-label="삭제된 글" className="overflow-hidden">
      <div className="grid justify-items-start gap-2.5 px-5 py-3.5 max-md:px-4">
        <Segmented
          label="종류"
          items={TYPES}
          value={type}
          onChange={(category) => go({ category, page: undefined })}
          className="max-md:w-full"
        />
        <p className="text-ink-3 text-sm">
          운영진이 삭제한 글은 30일 동안 보관했다가 완전히 지웁니다. 열람과 복구는 감사 기록에
          남습니다.
        </p>
      </div>
      <div className="border-line border-t">
        <ConsoleList
          name="삭제된 글"
          failed="삭제된 글을 불러오지 못했습니다."
          query={found}
          rows={found.data?.items}
          keyOf={({ id }) => id}
          onPage={setPage}
          empty={{
            icon: <ArchiveRestore size={22} />,
            title: `삭제된 ${KIND_NAMES[type]}이 없습니다.`,
            text: '최근 30일 안에 삭제된 것만 보입니다.',
          }}
        >
          {(item) => <RemovedRow item={item} onLook={() => setOpened(item)} />}
        </ConsoleList>
      </div>
      {opened && (
        <RemovedDialog item={opened} renderPost={renderPost} onClose={() => setOpened(null)} />
      )}
    </Card>
  );
}

function RemovedRow({ item, onLook }: { item: RemovedItem; onLook: () => void }) {
  return (
    <article className="flex items-center gap-3 px-5 py-3.5 max-md:flex-wrap max-md:px-4">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <h2 className="truncate font-semibold">
          <bdi>{item.title}</bdi>
        </h2>
        {item.excerpt && (
          <p className="line-clamp-2 text-ink-2 text-md [overflow-wrap:anywhere]">
            <bdi>{item.excerpt}</bdi>
          </p>
        )}
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-3 text-sm">
          <Badge tone="plain">{postBoardName(item.boardType)}</Badge>
          <bdi>{item.writerNickname}</bdi>
          <span>
            <TimeText date={item.removedAt} kind="list" />{' '}
            {item.removedByNickname === null
              ? '작성자가 삭제'
              : `${item.removedByNickname} 님이 삭제`}
          </span>
          <span>{formatDay(item.purgedAt)}에 완전히 지움</span>
        </p>
        {item.reason && (
          <p className="text-buoy text-sm [overflow-wrap:anywhere]">
            삭제 사유: <bdi>{item.reason}</bdi>
          </p>
        )}
      </div>
      <Button
        size="sm"
        icon={<Eye size={16} />}
        aria-label={`${item.title || item.excerpt} 열람`}
        aria-haspopup="dialog"
        onClick={onLook}
        className="max-md:w-full"
      >
        열람
      </Button>
    </article>
  );
}

type DialogProps = {
  item: Pick<RemovedItem, 'type' | 'id'>;
  renderPost: (html: string) => ReactNode;
  onClose: () => void;
};

/** Why the content cannot be restored; null when it can. */
function findRestoreBlock(detail: RemovedDetail): string | null {
  if (detail.removedByNickname === null) return '작성자가 직접 삭제한 글은 복구할 수 없습니다.';
  return detail.restorable ? null : '위의 게시글이 없어서 복구할 수 없습니다.';
}

/** Shows removed content, which is audited, and offers to restore it. */
export function RemovedDialog({ item, renderPost, onClose }: DialogProps) {
  const query = useQuery(removedDetailQuery(item));
  const { data } = query;
  const [asksReason, setAsksReason] = useState(false);
  const restore = useRestoreContent();
  const block = data ? findRestoreBlock(data) : null;

  async function submit(reason: string) {
    await restore.mutateAsync({ type: item.type, id: item.id, reason });
    toast.success('복구했습니다.');
    onClose();
  }

  return (
    <Dialog
      open
      size="lg"
      title="삭제된 내용"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>닫기</Button>
          <Button
            variant="primary"
            icon={<Undo2 size={16} />}
            disabled={!data || block !== null}
            onClick={() => setAsksReason(true)}
          >
            복구
          </Button>
        </>
      }
    >
      {data ? (
        <Content detail={data} block={block} renderPost={renderPost} />
      ) : (
        <LoadState query={query} failed="내용을 불러오지 못했습니다." rows={4} />
      )}
      {asksReason && (
        <ReasonDialog
          title={`이 ${KIND_NAMES[item.type]}을 복구할까요?`}
          quote={data?.title}
          draft={`staff-restoration-${item.type}-${item.id}`}
          label="복구 사유"
          hint="사유는 감사 기록에 남습니다."
          confirmLabel="복구"
          failure={{ title: '복구하지 못했습니다.', text: TRY_LATER }}
          onReason={submit}
          onClose={() => setAsksReason(false)}
        />
      )}
    </Dialog>
  );
}

type ContentProps = Pick<DialogProps, 'renderPost'> & {
  detail: RemovedDetail;
  block: string | null;
};

function Content({ detail, block, renderPost }: ContentProps) {
  return (
    <div className="grid gap-3">
      <p className="rounded-ctl bg-gold-weak px-4 py-2.5 text-gold text-md">
        이 열람은 감사 기록에 남았습니다. {block}
      </p>
      <h3 className="font-bold text-lg [overflow-wrap:anywhere]">
        <bdi>{detail.title}</bdi>
      </h3>
      <p className="flex flex-wrap gap-x-2.5 text-ink-3 text-sm">
        <span>{postBoardName(detail.boardType)}</span>
        <bdi>{detail.writerNickname}</bdi>
        <TimeText date={detail.createdDate} kind="list" />
      </p>
      {detail.type === 'POST' ? (
        renderPost(detail.content)
      ) : (
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          <bdi>{detail.content}</bdi>
        </p>
      )}
      {detail.imageUrls.length > 0 && (
        <ul aria-label="사진" className="flex flex-wrap gap-2">
          {detail.imageUrls.map((url) => (
            <li key={url}>
              <img
                src={imageVariantUrl(url, 'thumb')}
                alt=""
                loading="lazy"
                className="size-24 rounded-ctl border border-line object-cover"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
