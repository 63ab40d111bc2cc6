import { relayInfo } from '@hornets/contract/admin/settings'
import { isLoopbackHost } from '@hornets/server/http/caller'
import { LRUCache } from 'lru-cache'

export interface RelayNamesOptions {
  /** PUBLIC_URL: overrides what is set. */
  readonly publicUrl: string | undefined
  readonly settings: { get(group: typeof relayInfo): { readonly relayaddresses: string } }
}

/** A name by which clients arrive that is none of the relay's. */
export interface UnknownName {
  /** Host, and port where it is not the scheme's own. */
  readonly name: string
  /** Addresses from which clients arrived by it, as far as they are counted. */
  readonly clients: number
}

const namesRemembered = 64
const clientsCountedMax = 32
const namesTold = 3

/**
 * The names of this relay: for which of them a signature is made for it (NIP-42, NIP-98, Blossom), and what it calls itself.
 * A caller's Host header adds none. This machine's loopback names are always good: nobody else can be reached by them.
 */
export class RelayNames {
  readonly #options: RelayNamesOptions
  /** Names that clients used, and who did. In memory: it is a hint for the operator, not a record. */
  readonly #unknown = new LRUCache<string, Set<string>>({ max: namesRemembered })

  constructor(options: RelayNamesOptions) {
    this.#options = options
  }

  /** The relay's addresses (`wss://relay.example`), the main one first. */
  addresses(): readonly string[] {
    const { publicUrl, settings } = this.#options
    return publicUrl === undefined ? settings.get(relayInfo).relayaddresses.split(/\s+/).filter(Boolean) : [publicUrl]
  }

  /** Does this address (ws, wss, http or https) lead to this relay? Path and scheme count for nothing, the port does. */
  isOurs(address: string): boolean {
    const host = hostOf(address)
    return host !== null && (isLoopbackHost(host) || this.addresses().some(own => hostOf(own) === host))
  }

  /** Does this name, or address, name this relay? Its port counts for nothing (`server` tags of Blossom hold no port). */
  isOurServer(server: string): boolean {
    const name = hostnameOf(server)
    if (name === null) return false
    return isLoopbackHost(name) || this.addresses().some(own => hostnameOf(own) === name)
  }

  /** Where to send those who called by this Host header: the name that they used where it is ours, else the main one. */
  originFor(host: string, protocol: string): string {
    const used = `${protocol}://${host}`
    const addresses = this.addresses()
    const own = addresses.find(address => hostOf(address) === hostOf(used)) ?? addresses[0]
    if (own !== undefined) return new URL(own.replace(/^ws/i, 'http')).origin
    return /^[\w.:[\]-]{1,255}$/.test(host) ? used : `${protocol}://localhost`
  }

  /** Notes by which name a client arrives from `place` (`addressKey`). */
  noteArrival(host: string, place: string): void {
    const name = /^[\w.:[\]-]{1,255}$/.test(host) ? hostOf(`http://${host}`) : null
    if (name === null || this.isOurs(`http://${name}`)) return
    const clients = this.#unknown.get(name) ?? new Set()
    this.#unknown.set(name, clients)
    if (clients.size < clientsCountedMax) clients.add(place)
  }

  /** Names that most clients use and that are none of ours, those of most clients first. */
  unknown(): UnknownName[] {
    return [...this.#unknown.entries()]
      .filter(([name]) => !this.isOurs(`http://${name}`))
      .map(([name, clients]) => ({ name, clients: clients.size }))
      .sort((one, other) => other.clients - one.clients)
      .slice(0, namesTold)
  }
}

/** Host of a websocket or web address, lower case, without the scheme's own port; null when it is none. */
export function hostOf(address: string): string | null {
  const parsed = URL.parse(address)
  return parsed && /^(wss?|https?):$/.test(parsed.protocol) ? parsed.host : null
}

function hostnameOf(server: string): string | null {
  const parsed = URL.parse(/^[a-z]+:\/\//i.test(server) ? server : `http://${server}`)
  return parsed?.hostname ? parsed.hostname.toLowerCase() : null
}

/**
 * The relay's address by the one at which its console was used: undefined for a loopback one. The public listener is beside
 * that of the console, one port below it; a reverse proxy serves both at the scheme's own port.
 *
 * @param console address of the console as the browser knows it
 * @param port at which the console listens
 */
export function relayAddressBeside(console: string, port: number): string | undefined {
  const { protocol, hostname, host, port: usedPort } = new URL(console)
  if (isLoopbackHost(hostname)) return undefined
  const scheme = protocol === 'https:' ? 'wss' : 'ws'
  return usedPort === String(port) ? `${scheme}://${hostname}:${port - 1}` : `${scheme}://${host}`
}
