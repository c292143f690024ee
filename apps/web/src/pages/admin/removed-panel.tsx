import { RemovedView } from '../../features/moderation/removed-view.tsx';
import { PostContent } from '../../features/posts/post-content.tsx';

/** Composes the removed posts with their rendered content. */
export function RemovedPanel() {
  return <RemovedView renderPost={(html) => <PostContent html={html} />} />;
}
