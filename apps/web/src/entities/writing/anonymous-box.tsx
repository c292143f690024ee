import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';

type AnonymousBoxProps = {
  label: string;
  /** What follows from it. */
  hint: string;
  isTicked: boolean;
  /** A stored post stays as it is. */
  isSettled: boolean;
  onTick: (isTicked: boolean) => void;
  className?: string;
};

/** Hides the author of a new post. */
export function AnonymousBox(props: AnonymousBoxProps) {
  return (
    <div className={cx('grid gap-0.5', props.className)}>
      <Checkbox
        label={props.label}
        checked={props.isTicked}
        disabled={props.isSettled}
        onChange={(event) => props.onTick(event.target.checked)}
        className="font-semibold"
      />
      <p className="pl-7 text-ink-3 text-sm">{props.hint}</p>
    </div>
  );
}
