import { cx } from '../../ui/cx.ts';
import { openProfile } from './profile-card.ts';

type PersonNameProps = {
  name: string;
  /** Null for anonymous and withdrawn writers. */
  memberId: number | null | undefined;
  className?: string;
};

/**
 * A member's name that opens the profile card. Without an id it is plain text: nothing to click and
 * nothing to ask for.
 */
export function PersonName({ name, memberId, className }: PersonNameProps) {
  if (memberId === null || memberId === undefined) return <bdi className={className}>{name}</bdi>;
  return (
    <button
      type="button"
      aria-label={`${name} 프로필 보기`}
      aria-haspopup="dialog"
      onClick={() => openProfile(memberId)}
      className={cx(
        // On phones a finger-tall target that takes no more room than the line.
        'min-h-6 min-w-0 rounded-sm text-left underline-offset-4 hover:underline max-md:-my-2.5 max-md:min-h-11',
        className,
      )}
    >
      <bdi>{name}</bdi>
    </button>
  );
}
