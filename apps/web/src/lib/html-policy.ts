import type { Config } from 'dompurify';

type Policy = NonNullable<Config['TRUSTED_TYPES_POLICY']>;

/** Undefined in a browser without Trusted Types. */
const { trustedTypes } = window as {
  trustedTypes?: { createPolicy: (name: string, rules: object) => Policy };
};

/**
 * Signs the markup that DOMPurify parses and returns: every caller passes it as `TRUSTED_TYPES_POLICY`.
 * The library would make a policy for each of its instances, and pages may make one of a name only. It
 * signs no address of a script.
 */
export const HTML_POLICY = trustedTypes?.createPolicy('naru-html', {
  createHTML: (html: string) => html,
  createScriptURL: () => '',
});
