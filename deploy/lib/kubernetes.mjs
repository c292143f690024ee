import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../../scripts/lib/root.mjs';
import { runTool } from '../../scripts/lib/run.mjs';

/** The objects of a file; throws for a text that is no YAML. */
export function objectsOf(text) {
  return parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS();
  });
}

/** What the operators' own kinds must have at least: the package of types does not know them. */
const CUSTOM = {
  Cluster: ['instances', 'imageName', 'bootstrap', 'storage.size', 'plugins.0.name'],
  ObjectStore: ['configuration.destinationPath', 'configuration.s3Credentials', 'retentionPolicy'],
  ScheduledBackup: ['schedule', 'cluster.name', 'pluginConfiguration.name'],
  ServiceMonitor: ['selector.matchLabels', 'endpoints.0.port', 'endpoints.0.path'],
  Kustomization: [],
  Component: [],
};

export const nameOf = ({ kind, metadata }) => `${kind} ${metadata?.name ?? ''}`.trim();

const valueAt = (object, path) => path.split('.').reduce((part, key) => part?.[key], object);

/** Faults of an object of an operator's own kind. */
export function customFaults(object) {
  const wanted = CUSTOM[object.kind];
  if (wanted === undefined) return [`${nameOf(object)}: nobody checks this kind`];
  return wanted
    .filter((path) => valueAt(object.spec, path) === undefined)
    .map((path) => `${nameOf(object)}: spec.${path} is missing`);
}

/** The template of the pods that an object makes; undefined for one that makes none. */
export function podOf({ kind, spec }) {
  if (kind === 'CronJob') return spec.jobTemplate.spec.template;
  return ['Deployment', 'Job'].includes(kind) ? spec.template : undefined;
}

/** Rules of the Pod Security Standard "restricted", and limits. */
function podFaults(object) {
  const { spec } = podOf(object);
  const pod = spec.securityContext ?? {};
  return spec.containers.flatMap((container) => {
    const own = container.securityContext ?? {};
    return [
      [pod.runAsNonRoot !== true || !(pod.runAsUser > 0), 'may run as root'],
      [pod.seccompProfile?.type !== 'RuntimeDefault', 'has no seccomp profile'],
      [own.allowPrivilegeEscalation !== false, 'may gain privileges'],
      [own.readOnlyRootFilesystem !== true, 'may write to its file system'],
      [!own.capabilities?.drop?.includes('ALL'), 'keeps capabilities'],
      [spec.automountServiceAccountToken !== false, 'has a token of the cluster'],
      [container.resources?.limits?.memory === undefined, 'has no limit of memory'],
      [container.resources?.requests?.cpu === undefined, 'asks for no share of a processor'],
    ]
      .filter(([isFault]) => isFault)
      .map(([, text]) => `${nameOf(object)}: ${container.name} ${text}`);
  });
}

const contains = (labels, wanted) =>
  Object.entries(wanted ?? {}).every(([key, value]) => labels?.[key] === value);

/** A database must name its source and its archive. */
function clusterFaults({ spec }, has) {
  const { initdb, recovery } = spec.bootstrap;
  const sources = spec.externalClusters ?? [];
  const archives = [...sources.map(({ plugin }) => plugin), ...spec.plugins]
    .map(({ parameters }) => parameters.barmanObjectName)
    .filter((name) => !has('ObjectStore', name));
  return [
    ...(initdb?.owner || recovery?.owner ? [] : ['its owner is missing']),
    ...(recovery === undefined || sources.some(({ name }) => name === recovery.source)
      ? []
      : [`the source ${recovery.source} is missing`]),
    ...archives.map((name) => `the archive ${name} is missing`),
  ];
}

/** A variable may only use variables above it; Kubernetes leaves any other reference as text. */
function environmentFaults({ name, env = [] }) {
  return env.flatMap((variable, at) => {
    const above = env.slice(0, at).map((one) => one.name);
    return [...(variable.value ?? '').matchAll(/\$\((\w+)\)/g)]
      .map(([, used]) => used)
      .filter((used) => !above.includes(used))
      .map((used) => `${name}: ${used} is not above ${variable.name}`);
  });
}

/** What the pods of an object take from other objects. */
function podReferenceFaults({ spec }, objects) {
  const named = (kind, name) =>
    objects.find((object) => object.kind === kind && object.metadata.name === name);
  const claims = (spec.volumes ?? []).flatMap((one) => one.persistentVolumeClaim?.claimName ?? []);
  const keys = spec.containers.flatMap(({ env = [] }) =>
    env.flatMap(({ valueFrom }) => valueFrom?.configMapKeyRef ?? []),
  );
  return [
    ...claims
      .filter((name) => !named('PersistentVolumeClaim', name))
      .map((name) => `the volume ${name} is missing`),
    ...keys
      .filter(({ name, key }) => named('ConfigMap', name)?.data[key] === undefined)
      .map(({ name, key }) => `${name} has no ${key}`),
    ...spec.containers.flatMap(environmentFaults),
  ];
}

/** Faults between objects: names, labels and ports that lead nowhere. */
function referenceFaults(objects) {
  const pods = objects.flatMap((object) => podOf(object) ?? []);
  const has = (kind, name) =>
    objects.some((object) => object.kind === kind && object.metadata.name === name);
  const podsOf = (labels) => pods.filter(({ metadata }) => contains(metadata.labels, labels));
  const portsOf = (list) =>
    list.flatMap(({ spec }) => spec.containers.flatMap(({ ports = [] }) => ports));
  const checks = {
    Service: ({ spec }) =>
      spec.ports
        .filter(
          ({ targetPort }) =>
            !portsOf(podsOf(spec.selector)).some(({ name }) => name === targetPort),
        )
        .map(({ targetPort }) => `no pod has the port ${targetPort}`),
    Deployment: ({ spec }) =>
      contains(spec.template.metadata.labels, spec.selector.matchLabels)
        ? []
        : ['its selector does not match its pods'],
    PodDisruptionBudget: ({ spec }) =>
      podsOf(spec.selector.matchLabels).length === 1 ? [] : ['it matches no pods'],
    HorizontalPodAutoscaler: ({ spec }) =>
      has(spec.scaleTargetRef.kind, spec.scaleTargetRef.name) ? [] : ['its target is missing'],
    Ingress: ({ spec }) =>
      spec.rules
        .flatMap(({ http }) => http.paths.map(({ backend }) => backend.service.name))
        .filter((name) => !has('Service', name))
        .map((name) => `the service ${name} is missing`),
    ScheduledBackup: ({ spec }) =>
      has('Cluster', spec.cluster.name) ? [] : ['its cluster is missing'],
    Cluster: clusterFaults,
  };
  return objects.flatMap((object) => {
    const pod = podOf(object);
    return [
      ...(checks[object.kind]?.(object, has) ?? []),
      ...(pod ? podReferenceFaults(pod, objects) : []),
    ].map((text) => `${nameOf(object)}: ${text}`);
  });
}

/** Lists what is wrong with the objects of a cluster beyond the types of their fields. */
export function ruleFaults(objects) {
  return [
    ...objects.filter(podOf).flatMap(podFaults),
    ...referenceFaults(objects),
    ...objects
      .filter(({ kind }) => kind === 'Secret')
      .map((object) => `${nameOf(object)}: secrets do not belong into the repository`),
  ];
}

/** Modules of kubernetes-types by API version. */
const MODULES = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
};

const OPTIONS = '--noEmit --skipLibCheck --strict --module nodenext --allowImportingTsExtensions';

/** Whether the API of the object belongs to Kubernetes itself. */
export const isBuiltIn = ({ apiVersion }) => Object.hasOwn(MODULES, apiVersion);

/**
 * Compares objects with the types of the Kubernetes API: TypeScript refuses unknown fields, missing
 * ones and values of another type. Returns the faults of each object, in their order.
 */
export async function typeFaults(objects) {
  const folder = mkdtempSync(join(tmpdir(), 'naru-kubernetes-'));
  const file = join(folder, 'objects.ts');
  const lines = objects.map((object, at) => {
    const module = join(
      root,
      'node_modules/kubernetes-types',
      `${MODULES[object.apiVersion]}.d.ts`,
    );
    const type = `import(${JSON.stringify(module)}).${object.kind}`;
    return `export const object${at}: ${type} = ${JSON.stringify(object)};`;
  });
  try {
    writeFileSync(file, lines.join('\n'));
    const options = [...OPTIONS.split(' '), '--types', '', '--checkers', '1', file];
    const { code, output } = await runTool('typescript/bin/tsc', options, { output: 'collect' });
    const found = [...output.matchAll(/objects\.ts[(:](\d+)[,:]\d+\)?.*?error (TS\d+: .*)/g)];
    if (code !== 0 && found.length === 0) throw new Error(output);
    return objects.map((_, at) =>
      found.filter(([, line]) => Number(line) === at + 1).map(([, , message]) => message),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
