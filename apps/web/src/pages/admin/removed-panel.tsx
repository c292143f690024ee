import { RemovedView } from '../../features/moderation/removed-view.tsx';
import { PostContent } from '../../features/posts/post-content.tsx';

/** REMOVED: what can still be brought back. */
export function RemovedPanel() {
  return <RemovedView renderPost={(html) => <PostContent html={html} />} />;
}
