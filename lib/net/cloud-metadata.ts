/**
 * Where clouds tell their machines about themselves, credentials included. Most of these addresses lie in networks that
 * are not public anyway. All are listed, so that one list says what is covered.
 */
export const METADATA_ADDRESSES: readonly (readonly [cloud: string, ...addresses: string[]])[] = [
  // Nearly every cloud: AWS, Azure, DigitalOcean, Google, Hetzner, Huawei, IBM, Linode, Oracle, OVH, Vultr, Yandex.
  ['most clouds', '169.254.169.254'],
  ['AWS', '169.254.170.2', '169.254.170.23', 'fd00:ec2::254', 'fd00:ec2::23'],
  ['Alibaba', '100.100.100.200'],
  ['Azure, host services', '168.63.129.16'],
  ['Equinix', '192.80.8.124'],
  ['Google', 'fd20:ce::254'],
  ['Linode', 'fd00:a9fe:a9fe::1'],
  ['OpenStack', 'fe80::a9fe:a9fe'],
  ['Oracle, first generation', '192.0.0.192'],
  ['Scaleway', '169.254.42.42', 'fd00:42::42'],
  ['Tencent', '169.254.0.23', '100.88.222.5'],
];
