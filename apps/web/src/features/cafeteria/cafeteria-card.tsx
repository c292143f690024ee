import { Card } from '../../ui/card.tsx';
import { MENU_TEXTS } from './cafeteria.texts.ts';
import { TodaysMenu } from './todays-cafeteria.tsx';

/** The cafeteria's menu beside the boards; phones have the sheet. */
export function MenuCard() {
  return (
    <Card as="section" aria-label={MENU_TEXTS.title} className="min-w-0 px-5 pt-4 pb-4">
      <h2 className="pb-1 font-bold text-lg">{MENU_TEXTS.title}</h2>
      <TodaysMenu />
    </Card>
  );
}
