import { CardActions } from '../../features/friends/card-actions.tsx';
import { ProfileCard } from '../../features/members/profile-card.tsx';

/** The profile card with what friends may do; loaded when first opened. */
export function MemberProfile(props: { memberId: number; onClose: () => void }) {
  return (
    <ProfileCard
      memberId={props.memberId}
      onClose={props.onClose}
      actions={(card) => <CardActions card={card} onLeave={props.onClose} />}
    />
  );
}
