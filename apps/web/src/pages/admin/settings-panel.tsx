import { DocumentEditor } from '../../features/documents/document-editor.tsx';
import { HeadsView } from '../../features/settings/heads-form.tsx';
import { IdentityView } from '../../features/settings/identity-form.tsx';
import { SettingsView } from '../../features/settings/settings-view.tsx';

/** Everything that an ADMIN sets for the whole site. */
export function SettingsPanel() {
  return (
    <div className="grid gap-4">
      <IdentityView />
      <DocumentEditor />
      <HeadsView />
      <SettingsView />
    </div>
  );
}
