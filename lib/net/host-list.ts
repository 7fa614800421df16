import { BlockList, isIP } from 'node:net';

/** Host names, addresses and networks of a setting, such as `wiki.example.org, *.example.net, 10.0.0.0/8, fd00::/8`. */
export class HostList {
  readonly #names = new Set<string>();
  /** Names whose subdomains belong to the list. */
  readonly #parents = new Set<string>();
  readonly #networks = new BlockList();

  /**
   * Reads a list. Throws an error that names the first invalid entry. `withSubdomains` says whether a name stands for its
   * subdomains as well.
   */
  static parse(text: string, { withSubdomains = false } = {}): HostList {
    const list = new HostList();
    for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
      if (!list.#addNetwork(entry) && !list.#addName(entry, withSubdomains)) {
        throw new Error(`"${entry}" is neither a host name, *.name, an address nor a network (10.0.0.0/8)`);
      }
    }
    return list;
  }

  /** Whether the list has addresses or networks, so that an unknown name may turn out to be in it. */
  get hasNetworks(): boolean {
    return this.#networks.rules.length > 0;
  }

  hasName(name: string): boolean {
    if (this.#names.has(name)) return true;
    for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
      if (this.#parents.has(name.slice(dot + 1))) return true;
    }
    return false;
  }

  hasAddress(ip: string): boolean {
    const family = isIP(ip);
    return family !== 0 && this.#networks.check(ip, family === 6 ? 'ipv6' : 'ipv4');
  }

  #addNetwork(entry: string): boolean {
    const [, text = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const ip = text.replace(/^\[(.*)\]$/, '$1');
    const family = isIP(ip);
    const longest = family === 6 ? 128 : 32;
    if (family === 0 || Number(bits ?? longest) > longest) return false;
    this.#networks.addSubnet(ip, Number(bits ?? longest), family === 6 ? 'ipv6' : 'ipv4');
    return true;
  }

  #addName(entry: string, withSubdomains: boolean): boolean {
    const isWildcard = entry.startsWith('*.');
    const name = normalName(isWildcard ? entry.slice(2) : entry);
    if (name === null) return false;
    if (!isWildcard) this.#names.add(name);
    if (isWildcard || withSubdomains) this.#parents.add(name);
    return true;
  }
}

/** A host name as `URL.hostname` has it, without a final dot; null for what is none. */
function normalName(text: string): string | null {
  if (/[/:@?#*\\[\]]/.test(text) || !URL.canParse(`http://${text}`)) return null;
  const name = new URL(`http://${text}`).hostname.replace(/\.$/, '');
  return name === '' || isIP(name) !== 0 ? null : name;
}
