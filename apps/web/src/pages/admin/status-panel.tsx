import { StatsView } from '../../features/stats/stats-view.tsx';

/** STATUS: how much happens here. */
export function StatusPanel() {
  return <StatsView />;
}
