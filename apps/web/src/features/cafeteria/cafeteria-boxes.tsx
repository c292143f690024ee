import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CAFETERIA_TEXTS } from './cafeteria.texts.ts';
import { TodaysCafeteria } from './todays-cafeteria.tsx';

export function CafeteriaCard() {
  return (
    <Card as="section" aria-label={CAFETERIA_TEXTS.title} className="min-w-0 px-5 pt-4 pb-4">
      <h2 className="pb-1 font-bold text-lg">{CAFETERIA_TEXTS.title}</h2>
      <TodaysCafeteria />
    </Card>
  );
}

export function CafeteriaSheet(props: { open: boolean; onClose: () => void }) {
  return (
    <Dialog {...props} title={CAFETERIA_TEXTS.title} shape="sheet">
      <TodaysCafeteria />
    </Dialog>
  );
}
