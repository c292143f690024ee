import { RevealView } from '../../features/moderation/reveal-view.tsx';

/** REVEAL: who wrote something anonymous, with two keys. */
export function RevealPanel() {
  return <RevealView />;
}
