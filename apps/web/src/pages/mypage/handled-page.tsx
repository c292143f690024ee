import { CONTENT_TYPES } from '@naru/contract/moderation';
import { getRouteApi } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { HandledContent } from '../../features/objections/handled-view.tsx';
import { PostContent } from '../../features/posts/post-content.tsx';
import { PATHS } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';

const route = getRouteApi(PATHS.mypageHandled);
const ID = /^[1-9]\d{0,14}$/;

export function HandledPage() {
  const { type, id } = route.useParams();
  const known = CONTENT_TYPES.find((one) => one.toLowerCase() === type);
  if (known === undefined || !ID.test(id)) return <NotHandled />;
  return (
    <HandledContent
      key={`${type} ${id}`}
      content={{ type: known, id: Number(id) }}
      fallback={<NotHandled />}
      renderPost={(html) => <PostContent html={html} />}
    />
  );
}

function NotHandled() {
  return (
    <div>
      <PageHeading hidden>운영진의 조치</PageHeading>
      <EmptyState
        icon={<SearchX size={22} />}
        title="볼 수 있는 조치가 없습니다."
        text="글이 복구되었거나, 보관 기간이 지나 완전히 삭제되었습니다."
        action={<LinkButton to={PATHS.mypageHandledList}>운영진 조치 목록으로</LinkButton>}
      />
    </div>
  );
}
