import { isIP } from 'node:net'
import { z } from 'zod'

export type Environment = Readonly<Record<string, string | undefined>>

export const httpAddress = z.string().refine(url => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))

export const wholeNumber = (highest: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine(number => number <= highest)

export const list = (isGood: (item: string) => boolean) =>
  z
    .string()
    .transform(text => text.split(',').map(item => item.trim()))
    .refine(items => items.every(isGood))

/** User and password, at most 255 bytes each, separate the streams of different users. */
const socksProxy = z
  .string()
  .refine(isSocksProxy)
  .transform(url => new URL(url))

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Variables with the same meaning in every server. */
export const sharedVariables = {
  DATA_DIR: z.string().default('data'),
  WALLET_PORT: wholeNumber(65_535).default(9003),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  /** Addresses, networks and names for Fastify's `trustProxy`. */
  TRUST_PROXY: list(isProxy).default([]),
  ALLOWED_HOSTS: list(name => /^[a-z0-9.-]+$/i.test(name)).default([]),
  SOCKS_PROXY: socksProxy.optional(),
}

export const sharedExpected: Record<keyof typeof sharedVariables, string> = {
  DATA_DIR: 'a folder',
  WALLET_PORT: 'a whole number from 0 to 65535',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
  TRUST_PROXY: 'addresses or networks of reverse proxies, separated by commas (loopback for this machine)',
  ALLOWED_HOSTS: 'host names without port, separated by commas',
  SOCKS_PROXY: 'socks5h://host:port or socks5h://user:password@host:port',
}

/** Throws an Error that names every invalid variable. `secret`: not repeated in errors. */
export function readEnvironment<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  expected: Readonly<Record<keyof Shape & string, string>>,
  secret: readonly (keyof Shape)[],
  env: Environment,
): z.output<z.ZodObject<Shape>> {
  const given = Object.fromEntries(Object.keys(expected).map(name => [name, env[name]?.trim() || undefined]))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const names = new Set(result.error.issues.map(({ path }) => path[0] as keyof Shape & string))
  const said = (name: keyof Shape & string) => (secret.includes(name) ? 'something else' : `"${given[name]}"`)
  throw new Error([...names].map(name => `${name} should be ${expected[name]}; it is ${said(name)}.`).join('\n'))
}

/** Throws an Error that names the first onion address if no proxy is set. */
export function refuseOnionsWithoutProxy(
  proxy: URL | undefined,
  urls: Readonly<Record<string, string | undefined>>,
): void {
  const onions = Object.entries(urls).filter(([, url]) => url !== undefined && isOnion(new URL(url).hostname))
  if (proxy || onions.length === 0) return
  throw new Error(
    `${onions.map(([name]) => name).join(' and ')} should be reached through Tor: set SOCKS_PROXY as well.`,
  )
}

/** An onion name, for which no name server may be asked (RFC 7686). */
export const isOnion = (hostname: string): boolean => /\.onion\.?$/i.test(hostname)

function isSocksProxy(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol !== 'socks5h:' || url.hostname === '' || !/^\/?$/.test(url.pathname)) return false
  if (url.search !== '' || url.hash !== '' || (url.username === '') !== (url.password === '')) return false
  try {
    return [url.username, url.password].every(part => Buffer.byteLength(decodeURIComponent(part)) <= 255)
  } catch {
    return false
  }
}

function isProxy(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/')
  const version = isIP(address)
  if (version === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(item)
  if (bits === undefined) return true
  return rest.length === 0 && /^\d+$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128)
}
