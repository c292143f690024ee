import { CloudOff, FileX2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { POST_TEXTS } from './posts.texts.ts';

/** True when the server says that there is no such post, or that it cannot be one. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** The post is gone or never was. */
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

/** The post could not be loaded; it may be there. */
export function PostFailed(props: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState
      icon={<CloudOff size={22} aria-hidden="true" />}
      title={POST_TEXTS.detailFailed}
      text={messageOf(props.error, POST_TEXTS.tryLater)}
      onRetry={props.onRetry}
    />
  );
}
