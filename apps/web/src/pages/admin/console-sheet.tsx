import { LayoutGrid, Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ConsoleEntry, GuideEntry, useWaiting, Waiting } from './console-entry.tsx';
import { type ConsoleMenuProps, searchName } from './console-nav.tsx';
import { type AdminPanelName, groupsFor } from './console-panels.ts';

/** All that waits for the viewer. */
const ALL_WORK: readonly AdminPanelName[] = ['WORK'];

/** The menu of the console beside the heading of a narrow screen, opened as a sheet. */
export function ConsoleSheet(props: ConsoleMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const waiting = useWaiting(ALL_WORK);
  return (
    <div className="flex shrink-0 items-center gap-1.5">
      <IconButton label={searchName(props.roles)} tooltip={false} onClick={props.onSearch}>
        <Search size={20} />
      </IconButton>
      <Button
        icon={<LayoutGrid size={16} />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        메뉴
        <Waiting count={waiting} />
      </Button>
      {isOpen && <Sheet {...props} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Sheet({ current, roles, onClose }: ConsoleMenuProps & { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="관리자 메뉴">
      <nav aria-label="관리자 메뉴" className="grid gap-3">
        {groupsFor(roles).map(({ name, panels }) => (
          <section key={name} aria-label={name}>
            <h3 className="pb-1 font-semibold text-ink-3 text-xs">{name}</h3>
            <ul className="grid grid-cols-3 gap-1.5">
              {panels.map((menu) => (
                <li key={menu}>
                  <ConsoleEntry
                    menu={menu}
                    isCurrent={menu === current}
                    look="tile"
                    onOpen={onClose}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <GuideEntry roles={roles} look="tile" />
      </nav>
    </Dialog>
  );
}
