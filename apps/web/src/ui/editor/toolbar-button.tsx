import type { LucideIcon } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { cx } from '../cx.ts';
import { Tooltip } from '../tooltip.tsx';

type ToolbarButtonProps = {
  icon: LucideIcon;
  label: string;
  pressed?: boolean;
  disabled?: boolean;
  onPress: () => void;
};

/** Pressing it keeps the selection of the text. */
export function ToolbarButton(props: ToolbarButtonProps) {
  const { icon: Icon, label, pressed, disabled, onPress } = props;
  return (
    <Tooltip text={label}>
      <Toolbar.Button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onPress}
        className={cx(
          'grid size-9 shrink-0 place-items-center rounded-md text-ink-2 transition-colors duration-100 hover:bg-hover hover:text-ink disabled:opacity-40 max-md:size-11',
          pressed && 'bg-sea-weak text-sea hover:bg-sea-weak hover:text-sea',
        )}
      >
        <Icon size={18} aria-hidden="true" />
      </Toolbar.Button>
    </Tooltip>
  );
}

export function ToolbarLine() {
  return <Toolbar.Separator className="mx-1 h-5 w-px shrink-0 self-center bg-line" />;
}
