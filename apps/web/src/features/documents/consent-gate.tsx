import { useQuery } from '@tanstack/react-query';
import { pendingConsentsQuery } from '../../entities/documents/documents.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

// Hardly any visit needs it.
const ConsentDialog = lazyPart(async () => (await import('./consent-dialog.tsx')).ConsentDialog);

/** Asks a member to agree to versions that need a new consent, before the page can be used. */
export function ConsentGate() {
  const { data } = useQuery(pendingConsentsQuery);
  const pending = data?.pending ?? [];
  return pending.length > 0 && <ConsentDialog pending={pending} />;
}
