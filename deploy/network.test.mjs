import { describe, expect, it } from 'vitest';
import { filesBelow, read } from './lib/files.mjs';
import { objectsOf, podOf } from './lib/kubernetes.mjs';
import { isLetThrough, policiesOf, selects } from './lib/policies.mjs';

const objects = filesBelow('deploy/kubernetes', /\.yaml$/).flatMap((path) => objectsOf(read(path)));
const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
/** Pods of the manifests by the name of what makes them. */
const own = Object.fromEntries(
  objects
    .filter(podOf)
    .map((object) => [
      object.metadata.name,
      { namespace: 'naru', labels: podOf(object).metadata.labels },
    ]),
);
const pod = (namespace, labels = {}) => ({ namespace, labels });
const databaseOf = (cluster) =>
  pod('naru', { 'cnpg.io/cluster': cluster, 'cnpg.io/podRole': 'instance' });

const PEERS = {
  ...own,
  database: databaseOf('naru-db'),
  replica: databaseOf('naru-db'),
  restored: databaseOf('naru-db-restored'),
  // As cert-manager labels the pods that answer challenges.
  solver: pod('naru', { 'acme.cert-manager.io/http01-solver': 'true' }),
  ingress: pod('nginx-ingress', { 'app.kubernetes.io/name': 'nginx-ingress' }),
  monitoring: pod('monitoring', { 'app.kubernetes.io/name': 'prometheus' }),
  operator: pod('cnpg-system'),
  dns: pod('kube-system', { 'k8s-app': 'kube-dns' }),
  stranger: pod('other', { 'app.kubernetes.io/name': 'naru' }),
  neighbour: pod('naru', { 'app.kubernetes.io/name': 'something' }),
  internet: { address: '203.0.113.7' },
  campus: { address: '10.20.30.40' },
  internet6: { address: '2001:db8::7' },
  metadata: { address: '169.254.169.254' },
  azure: { address: '168.63.129.16' },
  alibaba: { address: '100.100.100.200' },
  localDns: { address: '169.254.20.10' },
};

const outcome = ([from, to, port, protocol]) =>
  isLetThrough(policies, PEERS[from], PEERS[to], { port, protocol });

describe('the network policies [OPS-193]', () => {
  it('select every pod of Naru in both directions, and no other', () => {
    const ofNaru = [...Object.keys(own), 'database', 'restored'];
    expect(ofNaru.length).toBeGreaterThan(5);
    for (const direction of ['Ingress', 'Egress']) {
      const isSelected = (name) => policiesOf(policies, direction, PEERS[name]).length > 0;
      expect(ofNaru.filter((name) => !isSelected(name))).toEqual([]);
      expect(['solver', 'neighbour', 'ingress', 'dns'].filter(isSelected)).toEqual([]);
    }
  });

  it.each([
    // The certificate: cert-manager's challenge arrives through the ingress controller.
    ['ingress', 'solver', 8089],
    ['ingress', 'naru', 3000],
    ['monitoring', 'naru', 9464],
    ['naru', 'naru-valkey', 6379],
    ['naru', 'dns', 53, 'UDP'],
    ['naru', 'localDns', 53, 'UDP'],
    ['naru', 'database', 5432],
    ['naru', 'restored', 5432],
    // Sources of notices, with and without TLS, services that push, the provider, the store of files.
    ['naru', 'internet', 80],
    ['naru', 'internet', 443],
    ['naru', 'internet6', 443],
    ['naru', 'campus', 80],
    // Relays on the campus, and providers.
    ['naru', 'campus', 25],
    ['naru', 'internet', 465],
    ['naru', 'internet', 587],
    ['naru-migrate', 'dns', 53],
    ['naru-migrate', 'database', 5432],
    ['naru-backup', 'database', 5432],
    ['naru-backup', 'internet', 443],
    ['naru-erasures', 'database', 5432],
    ['naru-restore', 'restored', 5432],
    ['naru-restore', 'internet', 443],
    ['replica', 'database', 5432],
    ['operator', 'database', 8000],
    ['monitoring', 'database', 9187],
    ['database', 'internet', 443],
    ['database', 'campus', 6443],
  ])('let %s reach %s at port %i %s', (...connection) => {
    expect(outcome(connection)).toBe(true);
  });

  it.each([
    ['stranger', 'naru', 3000],
    ['neighbour', 'naru', 3000],
    ['ingress', 'naru', 9464],
    ['ingress', 'database', 5432],
    ['stranger', 'database', 5432],
    ['stranger', 'naru-valkey', 6379],
    ['naru-migrate', 'naru-valkey', 6379],
    ['naru-backup', 'naru', 3000],
    ['naru', 'internet', 22],
    ['naru', 'internet', 5432],
    // Keys of the machine, in most clouds.
    ['naru', 'metadata', 80],
    ['naru', 'azure', 80],
    ['naru-backup', 'alibaba', 443],
    ['naru-backup', 'metadata', 443],
    ['naru-migrate', 'internet', 25],
    ['naru-valkey', 'internet', 443],
    ['naru-valkey', 'database', 5432],
    ['database', 'internet', 25],
  ])('do not let %s reach %s at port %i', (...connection) => {
    expect(outcome(connection)).toBe(false);
  });

  it('would be seen to deny what a policy for all pods denies', () => {
    const denyAll = {
      metadata: { name: 'deny-all' },
      spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    };
    const through = isLetThrough([...policies, denyAll], PEERS.ingress, PEERS.solver, {
      port: 8089,
    });
    expect(through).toBe(false);
  });
});

it('a selector means what it means to a cluster', () => {
  const expression = (operator, values) => ({
    matchExpressions: [{ key: 'a', operator, ...(values && { values }) }],
  });
  expect(selects({}, { a: '1' })).toBe(true);
  expect(selects(expression('NotIn', ['1']), {})).toBe(true);
  expect(selects(expression('In', ['1']), {})).toBe(false);
  expect(selects(expression('DoesNotExist'), { a: '1' })).toBe(false);
  expect(selects({ matchLabels: { a: '1', b: '2' } }, { a: '1' })).toBe(false);
});
