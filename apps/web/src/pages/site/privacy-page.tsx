import { DocumentPage } from './document-page.tsx';

export function PrivacyPage() {
  return <DocumentPage document="privacy" />;
}
