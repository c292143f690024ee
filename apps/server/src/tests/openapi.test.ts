import { ERRORS } from '@naru/contract/errors';
import type { Route } from '@naru/contract/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodesOf } from '../http/contract-routes.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { DOCUMENTATION } from '../testing/matrix/role-matrix.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

interface Operation {
  summary?: string;
  description?: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

let t: TestApp;
let document: { openapi: string; paths: Record<string, Record<string, Operation>> };
let described: Map<string, Operation>;
beforeAll(async () => {
  t = await createTestApp();
  document = (await t.call('GET', '/api/openapi.json')).json;
  described = new Map(
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
        operation,
      ]),
    ),
  );
});
afterAll(() => t.close());

function securityOf({ access, needsDevice }: Route) {
  if (needsDevice) return [{ device: [] }];
  if (access === 'public') return undefined;
  return [{ [access === 'serviceKey' ? 'serviceKey' : 'bearer']: [] }];
}

describe('GET /api/openapi.json', () => {
  it('describes every mounted call and no other [API-07, API-08]', () => {
    const places = (calls: Iterable<string>) => [...calls].map((call) => call).toSorted();
    const router = t.routes.filter(
      (call) => !DOCUMENTATION.test(call) && !call.startsWith('HEAD '),
    );
    expect(places(described.keys())).toEqual(places(router));
    expect(places(described.keys())).toEqual(places(contractCalls().keys()));
  });

  it('has no second version of a call [API-08]', () => {
    expect([...described.keys()].filter((call) => /\/v\d+(\/|$)|old|legacy/i.test(call))).toEqual(
      [],
    );
  });

  it('lists parameters, body, response, access and errors of each call as the contract does [API-01]', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    for (const [call, route] of contractCalls()) {
      const operation = described.get(call);
      expect(operation?.summary, call).toBe(route.summary);
      expect(operation?.description, call).toContain(`Access: ${route.access}`);
      for (const code of errorCodesOf(route)) {
        expect(operation?.description, call).toContain(`${ERRORS[code].status} \`${code}\``);
      }
      expect(operation?.security, call).toEqual(securityOf(route));
      const inPath = (operation?.parameters ?? []).filter((one) => one.in === 'path');
      expect(
        inPath.map((one) => one.name),
        call,
      ).toEqual([...call.matchAll(/:(\w+)/g)].map((match) => match[1]));
      const form = operation?.requestBody?.content['multipart/form-data'];
      expect(form !== undefined, call).toBe(route.multipart !== undefined);
      const hasBody = route.body !== undefined || route.multipart !== undefined;
      expect(operation?.requestBody !== undefined, call).toBe(hasBody);
    }
  });

  it('has a response for each status of success', () => {
    for (const [call, route] of contractCalls()) {
      const statuses = [route.status ?? 200, ...(route.otherStatus ? [route.otherStatus] : [])];
      const responses = statuses.map((status) => described.get(call)?.responses[String(status)]);
      expect(responses, call).not.toContain(undefined);
      const schemas = responses.map((one) => one?.content?.['application/json']?.schema);
      if (route.response !== null) expect(schemas, call).not.toContain(undefined);
    }
  });
});

describe('GET /api/docs', () => {
  it('shows the calls in Swagger UI', async () => {
    const { status, text, headers } = await t.call('GET', '/api/docs/');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain('swagger-ui');
    expect(String(headers['content-security-policy'])).not.toContain('unsafe-eval');
    for (const [, path] of text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)) {
      const asset = await t.call('GET', new URL(path ?? '', 'http://x/api/docs/').pathname);
      expect([200, 304], path).toContain(asset.status);
    }
  });
});
