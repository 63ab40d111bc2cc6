import { isIPv4, isIPv6 } from 'node:net'

/** An address or a network: `bits` of its `width` are fixed. */
interface Network {
  readonly number: bigint
  readonly bits: number
  readonly width: 32 | 128
}

/** `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32` in their usual form, the bits beyond the network as 0; null if invalid. */
export function toNetwork(given: string): string | null {
  const network = parse(given)
  if (!network) return null
  const { number, bits, width } = network
  const address = write(number, width)
  return bits === width ? address : `${address}/${bits}`
}

/** Addresses and networks, each with what it stands for. A look-up takes one step per length of network in use. */
export class AddressSet<Value> {
  readonly #byLength = new Map<
    string,
    { readonly width: number; readonly bits: number; readonly values: Map<bigint, Value> }
  >()

  /** `network` as toNetwork writes it. */
  add(network: string, value: Value): void {
    const parsed = parse(network)
    if (!parsed) return
    const { number, bits, width } = parsed
    const key = `${width}/${bits}`
    const group = this.#byLength.get(key) ?? { width, bits, values: new Map<bigint, Value>() }
    this.#byLength.set(key, group)
    group.values.set(number, value)
  }

  /** The value of every network that covers this address. */
  *covering(address: string): Generator<Value> {
    if (this.#byLength.size === 0) return
    const parsed = parse(address)
    if (!parsed) return
    for (const { width, bits, values } of this.#byLength.values()) {
      if (width !== parsed.width) continue
      const value = values.get(masked(parsed.number, bits, parsed.width))
      if (value !== undefined) yield value
    }
  }
}

function parse(given: string): Network | null {
  const [address = '', length, ...rest] = given.trim().replace(/%.*$/, '').split('/')
  if (rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return null
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  const width = isIPv4(plain) ? 32 : isIPv6(plain) ? 128 : null
  if (width === null) return null
  const bits = length === undefined ? width : Number(length) - (mapped === undefined ? 0 : 96)
  if (bits < 0 || bits > width) return null
  return { number: masked(width === 32 ? numberOfIPv4(plain) : numberOfIPv6(plain), bits, width), bits, width }
}

const masked = (number: bigint, bits: number, width: number): bigint =>
  (number >> BigInt(width - bits)) << BigInt(width - bits)

const numberOfIPv4 = (address: string): bigint =>
  address.split('.').reduce((number, part) => (number << 8n) | BigInt(part), 0n)

function numberOfIPv6(address: string): bigint {
  const dotted = /(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  const low = dotted === undefined ? null : numberOfIPv4(dotted)
  const plain =
    low === null || dotted === undefined
      ? address
      : `${address.slice(0, -dotted.length)}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}`
  const [head = '', tail] = plain.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const zeros = Array<string>(tail === undefined ? 0 : 8 - front.length - back.length).fill('0')
  return [...front, ...zeros, ...back].reduce((number, part) => (number << 16n) | BigInt(`0x${part}`), 0n)
}

function write(number: bigint, width: 32 | 128): string {
  const size = width === 32 ? 8 : 16
  const parts = Array.from(
    { length: width / size },
    (_, at) => (number >> BigInt(width - size * (at + 1))) & ((1n << BigInt(size)) - 1n),
  )
  if (width === 32) return parts.join('.')
  const { hostname } = new URL(`http://[${parts.map(part => part.toString(16)).join(':')}]`)
  return hostname.slice(1, -1)
}
