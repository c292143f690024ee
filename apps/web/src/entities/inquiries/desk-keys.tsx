import { CircleHelp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isImeKey } from '../../lib/hangul/ime-key.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export type DeskAction = 'next' | 'previous' | 'reply' | 'take';

/** By the position of the key, which a Korean layout does not change. */
const KEYS: Record<string, DeskAction> = {
  KeyJ: 'next',
  KeyK: 'previous',
  KeyR: 'reply',
  KeyA: 'take',
};
const WRITES = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';
const LAYERS = '[data-modal], [role="menu"]';

/** What a pressed key asks for; null while somebody types, composes or has a dialog or a menu open. */
function deskActionOf(event: KeyboardEvent): DeskAction | 'help' | null {
  const { code, key, target, defaultPrevented } = event;
  if (defaultPrevented || event.repeat || isImeKey(event)) return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (target instanceof Element && target.closest(WRITES) !== null) return null;
  if (document.querySelector(LAYERS) !== null) return null;
  if (key === '?' || (event.shiftKey && code === 'Slash')) return 'help';
  if (event.shiftKey) return null;
  return KEYS[code] ?? null;
}

type Actions = Record<DeskAction, () => void>;

/** Follows the keys of the console for as long as its list is shown. */
function useDeskKeys(actions: Actions, onHelp: () => void): void {
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      const action = deskActionOf(event);
      if (action === null) return;
      event.preventDefault();
      if (action === 'help') onHelp();
      else actions[action]();
    };
    addEventListener('keydown', follow);
    return () => removeEventListener('keydown', follow);
  });
}

type Props = {
  actions: Actions;
  /** What R does. */
  reply: string;
};

/** The keys of the console with a hint on wide screens, where there is a keyboard; ? lists them. */
export function DeskKeys({ actions, reply }: Props) {
  const [isOpen, setOpen] = useState(false);
  useDeskKeys(actions, () => setOpen(true));
  const lines = [
    ['J', '다음'],
    ['K', '이전'],
    ['R', reply],
    ['A', '내가 맡기'],
    ['?', '단축키 보기'],
  ] as const;
  return (
    <>
      <div className="flex items-center gap-3 text-ink-3 text-sm max-lg:hidden pointer-coarse:hidden">
        {lines.slice(0, 4).map(([key, text]) => (
          <span key={key} className="flex items-center gap-1">
            <Key name={key} />
            {text}
          </span>
        ))}
        <Button
          size="sm"
          variant="ghost"
          icon={<CircleHelp size={16} />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          단축키
        </Button>
      </div>
      <Dialog open={isOpen} size="sm" title="단축키" onClose={() => setOpen(false)}>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
          {lines.map(([key, text]) => (
            <div key={key} className="contents">
              <dt>
                <Key name={key} />
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-ink-3 text-sm">글을 쓰는 동안에는 작동하지 않습니다.</p>
      </Dialog>
    </>
  );
}

function Key({ name }: { name: string }) {
  return (
    <kbd className="inline-grid min-w-6 place-items-center rounded-md border border-line-strong bg-deck px-1.5 font-sans font-semibold text-ink-2 text-xs leading-5.5">
      {name}
    </kbd>
  );
}
