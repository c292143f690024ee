import { Dialog } from '../../ui/dialog.tsx';
import { MENU_TEXTS } from './cafeteria.texts.ts';
import { TodaysMenu } from './todays-cafeteria.tsx';

/** The cafeteria's menu on phones, from its entry in the mobile menu. */
export function MenuSheet(props: { open: boolean; onClose: () => void }) {
  return (
    <Dialog {...props} title={MENU_TEXTS.title} shape="sheet">
      <TodaysMenu />
    </Dialog>
  );
}
