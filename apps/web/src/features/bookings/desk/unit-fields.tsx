import { LIMITS } from '@naru/contract/limits';
import { Trash2 } from 'lucide-react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { ResourceValues } from './resource-values.ts';

type Units = ResourceValues['units'];
type UnitFieldsProps = { units: Units; onUnits: (units: Units) => void };

/** The units of a resource: their names, and whether each is in use. */
export function UnitFields({ units, onUnits }: UnitFieldsProps) {
  const change = (id: number, values: Partial<Units[number]>) =>
    onUnits(units.map((unit) => (unit.id === id ? { ...unit, ...values } : unit)));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold text-md">자리나 물품</legend>
      {units.map(({ id, name, isOut }, at) => (
        <div key={id} className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <TextInput
              aria-label={`${at + 1}번째 이름`}
              maxLength={LIMITS.bookingNameMax * 2}
              value={name}
              onText={(text) => change(id, { name: text })}
            />
          </div>
          <Checkbox
            label="중지"
            aria-label={`${name} 사용 중지`}
            checked={isOut}
            onChange={({ target }) => change(id, { isOut: target.checked })}
          />
          <IconButton
            label={`${name} 삭제`}
            tooltip={false}
            onClick={() => onUnits(units.filter((unit) => unit.id !== id))}
          >
            <Trash2 size={18} />
          </IconButton>
        </div>
      ))}
    </fieldset>
  );
}
