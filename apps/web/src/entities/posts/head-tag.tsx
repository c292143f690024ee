import type { Head } from '@naru/contract/heads';
import { Badge } from '../../ui/badge.tsx';

/** The head of a post before its title. */
export function HeadTag({ head, className }: { head: Head; className?: string }) {
  return (
    <Badge tone="plain" className={className}>
      <span className="sr-only">말머리 </span>
      <bdi>{head.name}</bdi>
    </Badge>
  );
}
