import { Dialog } from '../../ui/dialog.tsx';
import { TodaysCafeteria } from './todays-cafeteria.tsx';

/** The meals of the day on phones. */
export function CafeteriaSheet(props: { onClose: () => void }) {
  return (
    <Dialog open {...props} title="오늘의 식단" hasOwnEntry>
      <TodaysCafeteria />
    </Dialog>
  );
}
