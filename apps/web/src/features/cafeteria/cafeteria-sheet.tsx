import { Dialog } from '../../ui/dialog.tsx';
import { TodaysCafeteria } from './todays-cafeteria.tsx';

/** The meals of a day on phones, at first of `day`. */
export function CafeteriaSheet({ day, onClose }: { day: string | undefined; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="오늘의 식단" hasOwnEntry>
      <TodaysCafeteria first={day} />
    </Dialog>
  );
}
