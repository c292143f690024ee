import { DocumentPage } from './document-page.tsx';

export function TermsPage() {
  return <DocumentPage document="terms" />;
}
