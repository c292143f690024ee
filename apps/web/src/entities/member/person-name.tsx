import { createStore } from '../../lib/store.ts';
import { cx } from '../../ui/cx.ts';

/** The member whose profile card is open, rendered by one host in the app. */
export const shownProfile = createStore<number | null>(null);

export function openProfile(memberId: number): void {
  shownProfile.set(memberId);
}

export function closeProfile(): void {
  shownProfile.set(null);
}

type PersonNameProps = {
  name: string;
  /** Null for anonymous and withdrawn members. */
  memberId: number | null | undefined;
  className?: string;
};

/** Opens the profile card; plain text without an id. */
export function PersonName({ name, memberId, className }: PersonNameProps) {
  if (memberId === null || memberId === undefined) return <bdi className={className}>{name}</bdi>;
  return (
    <button
      type="button"
      aria-label={`${name} 프로필 보기`}
      aria-haspopup="dialog"
      onClick={() => openProfile(memberId)}
      className={cx(
        // A 44 px touch target on phones that does not grow the line.
        'min-h-6 min-w-0 rounded-sm text-left underline-offset-4 hover:underline max-md:-my-2.5 max-md:min-h-11',
        className,
      )}
    >
      <bdi>{name}</bdi>
    </button>
  );
}
