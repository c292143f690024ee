import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { handledQuery } from '../../features/objections/objections.queries.ts';
import { PostContent } from '../../features/posts/post-content.tsx';
import { isMissing, PostNotFound } from '../../features/posts/post-states.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page } from '../../ui/page.tsx';

const HandledContent = lazyPart(
  async () => (await import('../../features/objections/handled-view.tsx')).HandledContent,
);

type MissingPostProps = { id: number; renderBack: (button: boolean) => ReactNode };

/** A post that cannot be read: its author sees what staff did to it, others that it is missing. */
export function MissingPost({ id, renderBack }: MissingPostProps) {
  const content = { type: 'POST', id } as const;
  const { error } = useQuery(handledQuery(content));
  const notFound = <PostNotFound back={renderBack(true)} />;
  if (error && isMissing(error)) return notFound;
  return (
    <Page title="게시글" width="reading">
      <div className="mb-2">{renderBack(false)}</div>
      <HandledContent
        content={content}
        fallback={notFound}
        renderPost={(html) => <PostContent html={html} />}
      />
    </Page>
  );
}
