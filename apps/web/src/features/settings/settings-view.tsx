import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { useFreshData } from '../../lib/api/use-fresh-data.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { settingsQuery } from './settings.queries.ts';
import { SETTINGS_TEXTS } from './settings.texts.ts';
import { SettingsForm } from './settings-form.tsx';

export function SettingsView() {
  const found = useQuery(settingsQuery);
  const settings = useFreshData(found);
  const { error, refetch } = found;
  if (settings) return <SettingsForm initial={settings} />;
  return (
    <Card className="max-w-[760px] overflow-hidden">
      {error ? (
        <ErrorState
          title={SETTINGS_TEXTS.loadFailed}
          text={messageOf(error, SETTINGS_TEXTS.tryLater)}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={6} label={SETTINGS_TEXTS.loading} />
      )}
    </Card>
  );
}
