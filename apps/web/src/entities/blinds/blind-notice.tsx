import type { ContentType } from '@naru/contract/moderation';
import { Link } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import { PATHS } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { useHasRole } from '../member/me.ts';

type BlindBadgeProps = { comment: { id: number; isAuthor: boolean } };

/** Marks a blinded comment; leads its author to the reason. */
export function BlindBadge({ comment: { id, isAuthor } }: BlindBadgeProps) {
  const isStaff = useHasRole('MANAGER');
  return (
    <>
      <Badge tone="gold" className="mr-1.5">
        <EyeOff size={12} />
        {isStaff ? '블라인드 · 운영진에게만 보임' : '블라인드'}
      </Badge>
      {isAuthor && <WayToObject type="COMMENT" id={id} />}
    </>
  );
}

/** Above a blinded post: why it is hidden, and what happens next. */
export function BlindNotice({
  post,
}: {
  post: { id: number; blinded?: boolean | undefined; isAuthor: boolean };
}) {
  const isStaff = useHasRole('MANAGER');
  if (!post.blinded) return null;
  return (
    <p className="mt-5 flex items-start gap-2.5 rounded-ctl bg-gold-weak px-4 py-3 text-gold text-md">
      <EyeOff size={18} className="mt-0.5 shrink-0" />
      <span>
        {textOf(isStaff, post.isAuthor)} {post.isAuthor && <WayToObject type="POST" id={post.id} />}
      </span>
    </p>
  );
}

function WayToObject({ type, id }: { type: ContentType; id: number }) {
  return (
    <Link
      to={PATHS.mypageHandled}
      params={{ type: type.toLowerCase(), id: String(id) }}
      className="mr-1.5 font-semibold text-sea underline"
    >
      사유 보기와 이의 제기
    </Link>
  );
}

function textOf(isStaff: boolean, isAuthor: boolean): string {
  if (isStaff) {
    return '여러 번 신고되어 블라인드 처리된 글입니다. 내용은 운영진에게만 보입니다. 관리자 화면의 신고에서 다시 공개하거나 삭제해 주세요.';
  }
  if (isAuthor) {
    return '내가 쓴 이 글이 여러 번 신고되어 블라인드 처리되었습니다. 운영진이 확인하고 다시 공개하거나 삭제합니다.';
  }
  return '여러 번 신고되어 내용을 가렸습니다. 운영진이 확인하고 있습니다.';
}
