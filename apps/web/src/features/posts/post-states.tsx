import { FileX2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { LoadFailed } from './list-states.tsx';
import { POST_TEXTS } from './posts.texts.ts';

/** The post does not exist, or the id cannot be one. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

export function PostNotFound(props: { back: ReactNode }) {
  return (
    <Page title={POST_TEXTS.notFound} width="form">
      <Card className="mt-10 flex flex-col items-center gap-2 px-6 py-12 text-center max-md:mt-4">
        <span className="mb-2 grid size-14 place-items-center rounded-full bg-deck text-ink-3">
          <FileX2 size={26} aria-hidden="true" />
        </span>
        <PageHeading className="text-xl">{POST_TEXTS.notFound}</PageHeading>
        <p className="text-ink-3">{POST_TEXTS.notFoundHint}</p>
        <div className="mt-4">{props.back}</div>
      </Card>
    </Page>
  );
}

export function PostFailed(props: { error: unknown; onRetry: () => void }) {
  return <LoadFailed title={POST_TEXTS.detailFailed} {...props} />;
}
