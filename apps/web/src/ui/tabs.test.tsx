import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Tabs } from './tabs.tsx';

const ITEMS = [
  { value: 'a', label: '가' },
  { value: 'b', label: '나', disabled: true },
  { value: 'c', label: '다' },
  { value: 'd', label: '라' },
] as const;
type Value = (typeof ITEMS)[number]['value'];

const changed = vi.fn();
function Example(props: { start?: Value }) {
  const [value, setValue] = useState<Value>(props.start ?? 'a');
  const onChange = (next: Value) => {
    changed(next);
    setValue(next);
  };
  return (
    <Tabs label="글자" items={ITEMS} value={value} onChange={onChange}>
      {value} 내용
    </Tabs>
  );
}

const tab = (name: string) => screen.getByRole<HTMLButtonElement>('tab', { name });
const press = (key: string) => {
  if (document.activeElement) fireEvent.keyDown(document.activeElement, { key });
};
const selected = () => screen.getByRole('tab', { selected: true }).textContent;

it('selects with the arrow keys, Home and End, round the ends and past disabled tabs', () => {
  render(<Example />);
  tab('가').focus();
  for (const [key, name] of [
    ['ArrowRight', '다'],
    ['ArrowRight', '라'],
    ['ArrowRight', '가'],
    ['ArrowLeft', '라'],
    ['Home', '가'],
    ['End', '라'],
  ] as const) {
    press(key);
    expect([document.activeElement?.textContent, selected()]).toEqual([name, name]);
  }
});

it('is one stop of the Tab key, and names its panel', () => {
  const { unmount } = render(<Example />);
  const stops = () => screen.getAllByRole<HTMLElement>('tab').map(({ tabIndex }) => tabIndex);
  expect(stops()).toEqual([0, -1, -1, -1]);
  const panel = screen.getByRole('tabpanel', { name: '가' });
  expect([panel.textContent, panel.id]).toEqual([
    'a 내용',
    tab('가').getAttribute('aria-controls'),
  ]);
  expect(tab('다').hasAttribute('aria-controls')).toBe(false);
  unmount();
  render(<Example start="b" />);
  expect(stops()).toEqual([0, -1, -1, -1]);
});

it('selects once per press, by left button, key or voice, and never a disabled tab', () => {
  changed.mockClear();
  render(<Example />);
  fireEvent.mouseDown(tab('다'), { button: 2 });
  fireEvent.mouseDown(tab('다'), { ctrlKey: true });
  fireEvent.mouseDown(tab('나'));
  expect(changed).not.toHaveBeenCalled();
  fireEvent.mouseDown(tab('다'));
  tab('다').focus();
  fireEvent.click(tab('다'), { detail: 1 });
  expect(changed.mock.calls).toEqual([['c']]);
  tab('라').click();
  expect(changed.mock.calls).toEqual([['c'], ['d']]);
});
