import { Toolbar } from 'radix-ui';
import { Menu, type MenuProps } from '../menu.tsx';

/** A menu whose button the arrow keys of the toolbar reach. */
export function ToolbarMenu(props: MenuProps) {
  return (
    <Menu
      {...props}
      wrapTrigger={(trigger) => <Toolbar.Button asChild>{trigger}</Toolbar.Button>}
    />
  );
}
