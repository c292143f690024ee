import { BlockList, isIPv6 } from 'node:net';

/** How a cluster judges connections by its objects of the kind NetworkPolicy. */

const OPERATORS = {
  In: (value, values) => values.includes(value),
  NotIn: (value, values) => !values.includes(value),
  Exists: (value) => value !== undefined,
  DoesNotExist: (value) => value === undefined,
};

/** Whether a label selector takes in something with the labels; an empty one takes in everything. */
export function selects({ matchLabels = {}, matchExpressions = [] }, labels) {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) =>
      OPERATORS[operator](labels[key], values ?? []),
    )
  );
}

function isInBlock({ cidr, except = [] }, address) {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const contains = (range) => {
    const [network, bits] = range.split('/');
    if (isIPv6(network) !== isIPv6(address)) return false;
    const list = new BlockList();
    list.addSubnet(network, Number(bits), family);
    return list.check(address, family);
  };
  return contains(cidr) && !except.some(contains);
}

/** `other` is a pod `{ namespace, labels }` or `{ address }` outside of the cluster. */
function isPeer({ ipBlock, namespaceSelector, podSelector }, other, namespace) {
  if (other.address !== undefined)
    return ipBlock !== undefined && isInBlock(ipBlock, other.address);
  if (ipBlock !== undefined) return false;
  const isThere =
    namespaceSelector === undefined
      ? other.namespace === namespace
      : selects(namespaceSelector, { 'kubernetes.io/metadata.name': other.namespace });
  return isThere && selects(podSelector ?? {}, other.labels);
}

function isOpen(rules, side, other, { port, protocol = 'TCP' }, namespace) {
  return rules.some(({ ports, [side]: peers }) => {
    const isPort =
      ports === undefined ||
      ports.some((one) => one.port === port && (one.protocol ?? 'TCP') === protocol);
    return isPort && (peers === undefined || peers.some((peer) => isPeer(peer, other, namespace)));
  });
}

/** Policies of the direction, `Ingress` or `Egress`, that select a pod; one without any is open. */
export const policiesOf = (policies, direction, pod) =>
  policies.filter(
    ({ metadata, spec }) =>
      (metadata.namespace ?? 'naru') === pod.namespace &&
      spec.policyTypes.includes(direction) &&
      selects(spec.podSelector, pod.labels),
  );

/** Whether a connection is let out where it begins and let in where it ends. */
export function isLetThrough(policies, from, to, target) {
  const passes = (direction, side, pod, other) => {
    if (pod.address !== undefined) return true;
    const own = policiesOf(policies, direction, pod);
    const rulesOf = ({ spec }) => spec[direction.toLowerCase()] ?? [];
    return (
      own.length === 0 ||
      own.some((policy) => isOpen(rulesOf(policy), side, other, target, pod.namespace))
    );
  };
  return passes('Egress', 'to', from, to) && passes('Ingress', 'from', to, from);
}
