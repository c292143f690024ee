type Rules = {
  createScriptURL: (url: string) => string;
  createHTML: (html: string) => string;
};
type CreatePolicy = (name: string, rules: Rules) => Rules;

const { trustedTypes } = window as { trustedTypes?: { createPolicy: CreatePolicy } };
/** Only what this module made, and what has been sanitised. */
const asIs = { createScriptURL: (url: string) => url, createHTML: (html: string) => html };
const policy = trustedTypes?.createPolicy('naru-preview', asIs) ?? asIs;

/** A page without an origin may load no worker by its address: this one is made here, and imports it. */
export function startWorker(url: string): Worker {
  const source = `import ${JSON.stringify(new URL(url, location.href).href)};`;
  const blob = new Blob([source], { type: 'text/javascript' });
  return new Worker(policy.createScriptURL(URL.createObjectURL(blob)), { type: 'module' });
}

/** Markup that `sanitise` made. */
export const trusted = (html: string): string => policy.createHTML(html);
