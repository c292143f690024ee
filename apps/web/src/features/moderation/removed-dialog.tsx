import { postBoardName } from '@naru/contract/boards';
import type { RemovedDetail, RemovedItem } from '@naru/contract/moderation';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TRY_LATER } from '../../lib/try-later.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { removedDetailQuery, useRestoreContent } from './moderation.queries.ts';
import { KIND_NAMES } from './moderation.texts.ts';

type Props = { item: RemovedItem; renderPost: (html: string) => ReactNode; onClose: () => void };

/** Why the content cannot be restored; null when it can. */
function findRestoreBlock(detail: RemovedDetail): string | null {
  if (detail.removedByNickname === null) return '작성자가 직접 삭제한 글은 복구할 수 없습니다.';
  return detail.restorable ? null : '위의 게시글이 없어서 복구할 수 없습니다.';
}

/** Shows removed content, which is audited, and offers to restore it. */
export function RemovedDialog({ item, renderPost, onClose }: Props) {
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
      shape="sheet"
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
        <LoadState
          query={query}
          failed="내용을 불러오지 못했습니다."
          fallback={TRY_LATER}
          rows={4}
        />
      )}
      {asksReason && (
        <ReasonDialog
          title={`이 ${KIND_NAMES[item.type]}을 복구할까요?`}
          quote={item.title}
          label="복구 사유"
          hint="사유는 감사 기록에 남습니다."
          confirmLabel="복구"
          failure={{ title: '복구 실패', text: TRY_LATER }}
          onReason={submit}
          onClose={() => setAsksReason(false)}
        />
      )}
    </Dialog>
  );
}

type ContentProps = Pick<Props, 'renderPost'> & { detail: RemovedDetail; block: string | null };

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
                src={url}
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
