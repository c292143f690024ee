import type { SwitchState } from '@naru/contract/settings';
import { Segmented } from '../../ui/segmented.tsx';
import { SETTINGS_TEXTS } from './settings.texts.ts';

const STATES = [
  { value: 'locked', label: SETTINGS_TEXTS.locked },
  { value: 'open', label: SETTINGS_TEXTS.open },
] as const;

type Props = {
  label: string;
  hint: string;
  value: SwitchState;
  onChange: (value: SwitchState) => void;
};

export function SwitchRow({ label, hint, value, onChange }: Props) {
  return (
    <div className="flex items-center gap-4 max-sm:flex-col max-sm:items-start max-sm:gap-2">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{label}</p>
        <p className="text-ink-3 text-sm">{hint}</p>
      </div>
      <Segmented label={label} items={STATES} value={value} onChange={onChange} />
    </div>
  );
}
