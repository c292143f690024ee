import { SettingsView } from '../../features/settings/settings-view.tsx';

/** SETTINGS: what an ADMIN decides for everybody. */
export function SettingsPanel() {
  return <SettingsView />;
}
