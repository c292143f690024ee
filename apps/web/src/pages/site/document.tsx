import type { CONSENT_VERSIONS } from '@naru/contract/auth';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';

/** A paragraph, a list or numbered steps. */
export type DocumentSection = {
  title: string;
  text?: ReactNode;
  items?: readonly string[];
  steps?: readonly string[];
};

/** A legal text: title, effective date, numbered sections. */
export function DocumentPage(props: {
  title: string;
  version: string;
  intro: ReactNode;
  sections: readonly DocumentSection[];
}) {
  return (
    <Page title={props.title} width="reading">
      <Card as="article" className="px-8 py-8 max-md:px-5 max-md:py-6">
        <PageHeading>{props.title}</PageHeading>
        <p className="mt-1 text-ink-3 text-sm">시행일 {props.version}</p>
        <div className="prose-post mt-6">
          <p>{props.intro}</p>
          {props.sections.map((section, at) => (
            <section key={section.title}>
              <h2>
                제{at + 1}조 ({section.title})
              </h2>
              {section.text && <p>{section.text}</p>}
              {section.items && <ul>{section.items.map(toItem)}</ul>}
              {section.steps && <ol>{section.steps.map(toItem)}</ol>}
            </section>
          ))}
        </div>
      </Card>
    </Page>
  );
}

const toItem = (text: string) => <li key={text}>{text}</li>;

/** Versions a new member consents to; the compiler keeps them equal to the contract's. */
export const DOCUMENT_VERSIONS: typeof CONSENT_VERSIONS = {
  terms: '2026-11-01',
  privacy: '2026-11-01',
};
