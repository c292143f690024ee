import { postBoardName } from '@naru/contract/boards';
import { imageVariantUrl } from '@naru/contract/images';
import { officeTitle } from '@naru/contract/inquiries';
import type { HandledDetail } from '@naru/contract/objections';
import { useQuery } from '@tanstack/react-query';
import { MessageSquareWarning } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { PATHS } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { PageHeading } from '../../ui/page.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { ObjectionForm } from './objection-form.tsx';
import { type ContentRef, handledQuery, useObject } from './objections.queries.ts';
import { actionSentence, KIND_NAMES, NO_REASON } from './objections.texts.ts';

type HandledContentProps = {
  content: ContentRef;
  /** Shown when staff did nothing to it, or it is not the viewer's. */
  fallback: ReactNode;
  /** Renders the sanitised HTML of a post. */
  renderPost: (html: string) => ReactNode;
};

/** What staff did to own content, why, its own text, and the way to object. */
export function HandledContent({ content, fallback, renderPost }: HandledContentProps) {
  const query = useQuery(handledQuery(content));
  const { data, error } = query;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return fallback;
  if (!data) {
    return (
      <Card className="overflow-hidden">
        <PageHeading hidden>게시글</PageHeading>
        <LoadState query={query} failed="내용을 불러오지 못했습니다." rows={5} />
      </Card>
    );
  }
  return (
    <div className="grid gap-4">
      <Explanation handled={data} />
      <OwnText handled={data} renderPost={renderPost} />
      <Objection handled={data} />
    </div>
  );
}

function Explanation({ handled }: { handled: HandledDetail }) {
  const { action, type, reason, office, actedAt, purgedAt } = handled;
  return (
    <Card as="section" className="px-6 py-6 max-md:px-4 max-md:py-5">
      <PageHeading className="text-xl">{actionSentence(action, type)}</PageHeading>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2.5">
        <Fact name="사유">
          <bdi className="font-semibold [overflow-wrap:anywhere]">{reason || NO_REASON}</bdi>
        </Fact>
        <Fact name="처리한 곳">{officeTitle(office)}</Fact>
        <Fact name="처리한 때">
          <TimeText date={actedAt} kind="list" />
        </Fact>
        {purgedAt !== null && (
          <Fact name="보관 기간">
            {formatDay(purgedAt)}까지 보관하고, 그동안은 되돌릴 수 있습니다.
          </Fact>
        )}
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="whitespace-nowrap text-ink-3">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function OwnText({ handled, renderPost }: { handled: HandledDetail } & RenderPost) {
  const { type, title, content, imageUrls, boardType, createdDate } = handled;
  return (
    <Card as="section" className="px-6 py-5 max-md:px-4" aria-labelledby="handled-title">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-3 text-sm">
        <Badge tone="plain">{postBoardName(boardType)}</Badge>
        <span>
          내가 쓴 {KIND_NAMES[type]} · <TimeText date={createdDate} kind="list" />
        </span>
        <span>나와 운영진만 볼 수 있습니다.</span>
      </p>
      <h2 id="handled-title" className="mt-2 font-bold text-lg [overflow-wrap:anywhere]">
        <bdi>{title}</bdi>
      </h2>
      <div className="mt-3 border-line border-t pt-4">
        {type === 'POST' ? (
          renderPost(content)
        ) : (
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <bdi>{content}</bdi>
          </p>
        )}
        {imageUrls.length > 0 && <Pictures urls={imageUrls} />}
      </div>
    </Card>
  );
}

type RenderPost = Pick<HandledContentProps, 'renderPost'>;

function Pictures({ urls }: { urls: readonly string[] }) {
  return (
    <ul aria-label="사진" className="mt-3 flex flex-wrap gap-2">
      {urls.map((url) => (
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
  );
}

function leadOf({ anonymous, type }: HandledDetail): string {
  return anonymous
    ? '익명으로 쓴 글이므로 이의도 이름 없이 전달됩니다. 관리자도 누가 보냈는지 알 수 없습니다. 나를 알 수 있는 내용은 적지 마세요. 답변은 알림과 문의 내역에서 볼 수 있고, 이메일은 보내지 않습니다.'
    : `이 ${type === 'POST' ? '글과' : '댓글과'} 조치가 함께 관리자에게 전달됩니다. 답변이 등록되면 알림과 이메일로 알려 드립니다.`;
}

function Objection({ handled }: { handled: HandledDetail }) {
  const { data: me } = useMe();
  const object = useObject(handled);
  const [isOpen, setOpen] = useState(false);
  const { type, id, objectionId } = handled;
  const box = 'px-6 py-5 max-md:px-4';
  if (objectionId !== null) {
    return (
      <Card as="section" className={`${box} flex flex-wrap items-center gap-3`}>
        <p className="min-w-0 flex-1 basis-56" role="status">
          이의를 제기했습니다. 답변이 등록되면 알려 드립니다.
        </p>
        <LinkButton to={PATHS.inquiry} params={{ inquiryId: String(objectionId) }}>
          보낸 이의 보기
        </LinkButton>
      </Card>
    );
  }
  if (!isOpen || me === undefined) {
    return (
      <Card as="section" className={`${box} flex flex-wrap items-center gap-3`}>
        <p className="min-w-0 flex-1 basis-56 text-ink-2">
          조치가 잘못되었다고 생각하면 한 번 이의를 제기할 수 있습니다.
        </p>
        <Button
          icon={<MessageSquareWarning size={16} />}
          disabled={me === undefined}
          onClick={() => setOpen(true)}
          className="max-md:w-full"
        >
          이의 제기
        </Button>
      </Card>
    );
  }
  return (
    <Card as="section" className={box} aria-labelledby="objection-title">
      <h2 id="objection-title" className="mb-2 font-bold text-lg">
        이의 제기
      </h2>
      <ObjectionForm
        draftKey={{
          memberId: me.id,
          boardType: `objection-${type.toLowerCase()}`,
          postId: id,
        }}
        lead={leadOf(handled)}
        autoFocus
        onSend={async (content) => {
          await object.mutateAsync(content);
          toast.success('이의를 제기했습니다.');
        }}
      />
    </Card>
  );
}
