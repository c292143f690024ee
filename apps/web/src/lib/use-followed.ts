import { useState } from 'react';

/** State that begins anew with `value` whenever that has changed, such as a search form beside an address. */
export function useFollowed<T extends object>(value: T) {
  const key = JSON.stringify(value);
  const [state, setState] = useState({ key, value });
  const current = state.key === key ? state.value : value;
  const change = (part: Partial<T>) => setState({ key, value: { ...current, ...part } });
  return [current, change] as const;
}
