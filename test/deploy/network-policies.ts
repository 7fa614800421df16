import { BlockList, isIPv6 } from 'node:net';
import { manifests } from './manifests.ts';

type Labels = Record<string, string>;
interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: 'In'; values: string[] }[];
}
interface Port {
  port: number | string;
  protocol?: string;
}
interface Peer {
  ipBlock?: { cidr: string; except: string[] };
  podSelector?: Selector;
}

/** Where a pod wants to connect to. */
export interface Destination {
  ip: string;
  port: number;
  protocol?: 'TCP' | 'UDP';
}

/** Whether pods with these labels may connect to an address, by all policies together. */
export function mayReach(labels: Labels, { ip, port, protocol = 'TCP' }: Destination): boolean {
  const rules: { ports?: Port[]; to?: Peer[] }[] | null = rulesFor(labels, 'Egress');
  if (rules === null) return true;
  return rules.some(
    ({ ports, to }) =>
      (ports?.some((one) => one.port === port && (one.protocol ?? 'TCP') === protocol) ?? true) &&
      (to?.some(({ ipBlock }) => ipBlock && isIn(ip, [ipBlock.cidr]) && !isIn(ip, ipBlock.except)) ?? true),
  );
}

/** Whether pods with these labels take connections at a named port from other pods of the namespace. */
export function mayEnter(labels: Labels, port: string, from: Labels): boolean {
  const rules: { ports?: Port[]; from?: Peer[] }[] | null = rulesFor(labels, 'Ingress');
  if (rules === null) return true;
  return rules.some(
    ({ ports, from: peers }) =>
      (ports?.some((one) => one.port === port) ?? true) &&
      (peers?.some(({ podSelector }) => podSelector && selects(podSelector, from)) ?? true),
  );
}

/** The rules of all policies for these pods; null if there is no policy, which allows everything. */
function rulesFor(labels: Labels, direction: 'Egress' | 'Ingress') {
  const policies = manifests.filter(
    ({ kind, spec }) =>
      kind === 'NetworkPolicy' && spec.policyTypes.includes(direction) && selects(spec.podSelector, labels),
  );
  if (policies.length === 0) return null;
  return policies.flatMap(({ spec }) => spec[direction.toLowerCase()] ?? []);
}

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}

function isIn(ip: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    // Otherwise `::/0` would contain IPv4 addresses.
    if (isIPv6(address) !== isIPv6(ip)) continue;
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}
