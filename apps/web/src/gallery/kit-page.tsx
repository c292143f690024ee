import { Page, PageHeading } from '../ui/page.tsx';
import { Buttons, Editing, Fields } from './inputs.tsx';
import { Layers } from './layers.tsx';
import { Lists } from './lists.tsx';
import { Marks } from './marks.tsx';

/** Every component of the kit in its states, except hover and focus. */
export function KitPage() {
  return (
    <Page title="디자인 시스템" className="grid grid-cols-1 gap-4">
      <PageHeading>디자인 시스템</PageHeading>
      <Buttons />
      <Fields />
      <Marks />
      <Lists />
      <Layers />
      <Editing />
    </Page>
  );
}
