import { useState } from 'react';
import { memberKey } from '../../lib/member-storage.ts';
import { PANEL_GROUPS, type PanelGroup } from './console-panels.ts';

const KEY = memberKey('console-folded');

/** The groups of the menu that are folded on this device; none without storage. */
function read(): PanelGroup[] {
  try {
    const stored = (localStorage.getItem(KEY) ?? '').split(',');
    return PANEL_GROUPS.map(({ name }) => name).filter((name) => stored.includes(name));
  } catch {
    return [];
  }
}

export function useFoldedGroups() {
  const [folded, setFolded] = useState(read);
  return {
    isFolded: (name: PanelGroup) => folded.includes(name),
    toggle(name: PanelGroup): void {
      const next = folded.includes(name) ? folded.filter((one) => one !== name) : [...folded, name];
      setFolded(next);
      try {
        localStorage.setItem(KEY, next.join());
      } catch {
        // Without storage they stay folded as long as the page.
      }
    },
  };
}
