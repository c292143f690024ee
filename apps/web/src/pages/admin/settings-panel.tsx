import { DocumentEditor } from '../../features/documents/document-editor.tsx';
import { HeadsView } from '../../features/settings/heads-form.tsx';
import { IdentityView } from '../../features/settings/identity-form.tsx';
import { SettingsView } from '../../features/settings/settings-view.tsx';
import { cx } from '../../ui/cx.ts';
import { IN_ORDER } from '../../ui/in-order.ts';

/** Everything that an ADMIN sets for the whole site. */
export function SettingsPanel() {
  return (
    <div className={cx('grid gap-4', IN_ORDER)}>
      <IdentityView />
      <DocumentEditor />
      <HeadsView />
      <SettingsView />
    </div>
  );
}
