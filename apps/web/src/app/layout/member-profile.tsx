import { CardActions } from '../../features/friends/card-actions.tsx';
import { ProfileCard } from '../../features/members/profile-card.tsx';

/** Profile card with friend actions; loaded when first opened. */
export function MemberProfile(props: { memberId: number; onClose: () => void }) {
  return (
    <ProfileCard
      memberId={props.memberId}
      onClose={props.onClose}
      actions={(card) => <CardActions card={card} onLeave={props.onClose} />}
    />
  );
}
