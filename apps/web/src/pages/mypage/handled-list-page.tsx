import { HandledCard } from '../../features/objections/handled-card.tsx';

export function HandledListPage() {
  return <HandledCard />;
}
