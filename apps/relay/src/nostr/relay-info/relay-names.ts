import { relayInfo } from '@hornets/contract/admin/settings'
import { customerKeys, isLoopbackHost } from '@hornets/server/http/caller'
import { LRUCache } from 'lru-cache'

export interface RelayNamesOptions {
  /** PUBLIC_URL: overrides the setting. */
  readonly publicUrl: string | undefined
  readonly settings: { get(group: typeof relayInfo): { readonly relayaddresses: string } }
}

export interface UnknownName {
  /** Host, and port unless it is the scheme's default. */
  readonly name: string
  readonly clients: number
}

const namesRemembered = 64
const clientsCountedMax = 32
const namesShown = 3

/**
 * A signature for one of them is meant for us (NIP-42, NIP-98, Blossom). Host headers add none; loopback always counts.
 */
export class RelayNames {
  readonly #options: RelayNamesOptions
  /** Names used by clients, and by how many. In memory: a hint for the operator, not a record. */
  readonly #unknown = new LRUCache<string, Set<string>>({ max: namesRemembered })

  constructor(options: RelayNamesOptions) {
    this.#options = options
  }

  addresses(): readonly string[] {
    const { publicUrl, settings } = this.#options
    return publicUrl === undefined ? settings.get(relayInfo).relayaddresses.split(/\s+/).filter(Boolean) : [publicUrl]
  }

  isOurs(address: string): boolean {
    const host = hostOf(address)
    return host !== null && (isLoopbackHost(host) || this.addresses().some(own => hostOf(own) === host))
  }

  /**
   * Without the port (Blossom's `server` tags have none). Loopback names every relay: only for a caller who used it.
   */
  isOurServer(server: string, host: string | undefined): boolean {
    const name = hostnameOf(server)
    if (name === null) return false
    if (isLoopbackHost(name)) return host !== undefined && hostnameOf(host) === name
    return this.addresses().some(own => hostnameOf(own) === name)
  }

  /** Origin for links to callers with this Host header: the name they used if it is ours, else the main one. */
  originFor(host: string, protocol: string): string {
    const used = `${protocol}://${host}`
    const addresses = this.addresses()
    const own = addresses.find(address => hostOf(address) === hostOf(used)) ?? addresses[0]
    if (own !== undefined) return new URL(own.replace(/^ws/i, 'http')).origin
    return /^[\w.:[\]-]{1,255}$/.test(host) ? used : `${protocol}://localhost`
  }

  /** The public page of subscriptions; undefined while the relay has no public address. */
  subscribeUrl(): string | undefined {
    return this.urlOf('/subscribe')
  }

  /** A page of the public server; undefined while the relay has no public address. */
  urlOf(path: string): string | undefined {
    const [main] = this.addresses()
    return main === undefined ? undefined : `${new URL(main.replace(/^ws/i, 'http')).origin}${path}`
  }

  noteArrival(host: string, address: string): void {
    const name = /^[\w.:[\]-]{1,255}$/.test(host) ? hostOf(`http://${host}`) : null
    if (name === null || this.isOurs(`http://${name}`)) return
    const clients = this.#unknown.get(name) ?? new Set()
    this.#unknown.set(name, clients)
    if (clients.size < clientsCountedMax) clients.add(customerKeys(address).customer)
  }

  unknown(): UnknownName[] {
    return [...this.#unknown.entries()]
      .filter(([name]) => !this.isOurs(`http://${name}`))
      .map(([name, clients]) => ({ name, clients: clients.size }))
      .sort((one, other) => other.clients - one.clients)
      .slice(0, namesShown)
  }
}

/** Host of a websocket or web address, lower case, without the default port; null if invalid. */
export function hostOf(address: string): string | null {
  const parsed = URL.parse(address)
  return parsed && /^(wss?|https?):$/.test(parsed.protocol) ? parsed.host : null
}

function hostnameOf(server: string): string | null {
  const parsed = URL.parse(/^[a-z]+:\/\//i.test(server) ? server : `http://${server}`)
  return parsed?.hostname ? parsed.hostname.toLowerCase() : null
}

/**
 * Undefined for loopback. The public server listens one port below the console; a proxy serves both at the default
 * port.
 */
export function relayAddressBeside(console: string, port: number): string | undefined {
  const { protocol, hostname, host, port: usedPort } = new URL(console)
  if (isLoopbackHost(hostname)) return undefined
  const scheme = protocol === 'https:' ? 'wss' : 'ws'
  return usedPort === String(port) ? `${scheme}://${hostname}:${port - 1}` : `${scheme}://${host}`
}
