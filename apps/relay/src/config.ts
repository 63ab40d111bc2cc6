import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

/** What the environment decides; everything else is a setting. */
export interface Config {
  readonly dataDir: string
  /** P: the public door is on P+1, the admin door on P+2. 0 = any that are free. Missing: `general.port` holds. */
  readonly basePort: number | undefined
  readonly adminHost: string
  readonly publicHost: string
  /** Where clients reach the public door when that is not where it listens, e.g. wss://relay.example. */
  readonly publicUrl: string | undefined
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Leading zero bits that an event's id needs (NIP-13). */
  readonly minPowDifficulty: number
  /** Admin calls are refused, and the console says why. */
  readonly maintenance: boolean
  /** Folder of the built console. */
  readonly consoleDir: string
  /** Addresses of reverse proxies whose X-Forwarded-* are believed. */
  readonly trustedProxies: readonly string[]
  /** Where people reach the console, e.g. https://console.example.com, without a slash at its end; links in mails begin so. */
  readonly consoleUrl: string | undefined
  /** Names beside those of this machine by which the admin door may be called; that of `consoleUrl` is among them. */
  readonly allowedHosts: readonly string[]
  /** Where the wallet service listens, without a slash at its end. */
  readonly walletUrl: string
  /** Where the exchange rate is asked; undefined: nowhere. */
  readonly rateUrl: URL | undefined
  /** Where mail goes out; undefined: nowhere. Its password is a secret. */
  readonly smtp: { readonly url: URL; readonly from: string } | undefined
  /** `auto`: the demo is there until the relay has been claimed, and beyond that as `general.demo_mode` says. */
  readonly demoMode: 'on' | 'off' | 'auto'
}

const defaultConsoleDir = resolve(import.meta.dirname, '../../console/dist')

/** Any server that answers `{"USD": dollars}` does. */
const defaultRateUrl = 'https://mempool.space/api/v1/prices'

const httpAddress = z.string().refine(url => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))

const wholeNumber = (highest: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine(number => number <= highest)

const list = (isGood: (item: string) => boolean) =>
  z
    .string()
    .transform(text => text.split(',').map(item => item.trim()))
    .refine(items => items.every(isGood))

const environment = z.object({
  DATA_DIR: z.string().default('data'),
  PORT: wholeNumber(65_533).optional(),
  ADMIN_HOST: z.string().default('127.0.0.1'),
  PUBLIC_HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: z
    .string()
    .refine(url => URL.canParse(url) && /^(wss?|https?):$/.test(new URL(url).protocol))
    .optional(),
  CONSOLE_URL: httpAddress.refine(isOrigin).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MIN_POW_DIFFICULTY: wholeNumber(256).default(0),
  MAINTENANCE: z.enum(['on', 'off']).default('off'),
  CONSOLE_DIR: z.string().default(defaultConsoleDir),
  TRUST_PROXY: list(isProxyAddress).default([]),
  ALLOWED_HOSTS: list(name => /^[a-z0-9.-]+$/i.test(name)).default([]),
  WALLET_URL: httpAddress.transform(url => url.replace(/\/+$/, '')).optional(),
  WALLET_PORT: wholeNumber(65_535).default(9003),
  RATE_URL: httpAddress.optional(),
  DEMO_MODE: z.enum(['on', 'off', 'auto']).default('auto'),
  SMTP_URL: z
    .string()
    .refine(isSmtpAddress)
    .transform(url => new URL(url))
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .optional(),
})

const expected: Record<keyof typeof environment.shape, string> = {
  DATA_DIR: 'a folder',
  PORT: 'a whole number from 0 to 65533',
  ADMIN_HOST: 'an address',
  PUBLIC_HOST: 'an address',
  PUBLIC_URL: 'a ws, wss, http or https address',
  CONSOLE_URL: 'the http or https address of the console, without a path: https://console.example.com',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
  MIN_POW_DIFFICULTY: 'a whole number from 0 to 256',
  MAINTENANCE: 'on or off',
  CONSOLE_DIR: 'a folder',
  TRUST_PROXY: 'addresses or networks of reverse proxies, separated by commas (loopback for this machine)',
  ALLOWED_HOSTS: 'host names without port, separated by commas',
  WALLET_URL: 'the http or https address of the wallet service',
  WALLET_PORT: 'a whole number from 0 to 65535',
  RATE_URL: 'an http or https address, or empty for none',
  DEMO_MODE: 'on, off or auto',
  SMTP_URL: 'smtp:// or smtps://user:password@host:port',
  MAIL_FROM: 'an email address, or a name with one: Relay <relay@example.com>',
}

/** Variables whose value is repeated nowhere. */
const secret = new Set<keyof typeof expected>(['SMTP_URL'])

/** An unset variable and an empty one are the same, but for RATE_URL. Throws an Error that names every variable that is wrong. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.keys(expected).map(name => [name, env[name]?.trim() || undefined]))
  const result = environment.safeParse(given)
  if (!result.success) {
    const names = new Set(result.error.issues.map(({ path }) => path[0] as keyof typeof expected))
    throw new Error(
      [...names].map(name => `${name} should be ${expected[name]}; ${said(name, given[name])}.`).join('\n'),
    )
  }
  const read = result.data
  const consoleUrl = read.CONSOLE_URL === undefined ? undefined : new URL(read.CONSOLE_URL)
  const from = read.MAIL_FROM ?? addressOf(read.SMTP_URL)
  if (read.SMTP_URL && !from)
    throw new Error(`MAIL_FROM should be ${expected.MAIL_FROM}: SMTP_URL is set, and it is not.`)
  return {
    dataDir: resolve(read.DATA_DIR),
    basePort: read.PORT,
    adminHost: read.ADMIN_HOST,
    publicHost: read.PUBLIC_HOST,
    publicUrl: read.PUBLIC_URL,
    consoleUrl: consoleUrl?.origin,
    logLevel: read.LOG_LEVEL,
    minPowDifficulty: read.MIN_POW_DIFFICULTY,
    maintenance: read.MAINTENANCE === 'on',
    consoleDir: resolve(read.CONSOLE_DIR),
    trustedProxies: read.TRUST_PROXY,
    allowedHosts: consoleUrl ? [...read.ALLOWED_HOSTS, consoleUrl.hostname] : read.ALLOWED_HOSTS,
    walletUrl: read.WALLET_URL ?? `http://127.0.0.1:${read.WALLET_PORT}`,
    rateUrl: rateUrlOf(env.RATE_URL?.trim()),
    smtp: read.SMTP_URL && from ? { url: read.SMTP_URL, from } : undefined,
    demoMode: read.DEMO_MODE,
  }
}

/** Empty switches it off; unset, the default holds. */
function rateUrlOf(given: string | undefined): URL | undefined {
  return given === '' ? undefined : new URL(given ?? defaultRateUrl)
}

const said = (name: keyof typeof expected, value: string | undefined) =>
  secret.has(name) ? 'it is something else' : `it is "${value}"`

/** Nothing but scheme, host and port. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, href } = new URL(text)
  return href === `${origin}/`
}

function isSmtpAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hostname, pathname, search, hash } = new URL(text)
  if (!isDecodable(username) || !isDecodable(password)) return false
  return /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && search === '' && hash === ''
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

/** Most mail servers take the sender's address as the name that signs in. */
function addressOf(url: URL | undefined): string | undefined {
  const user = decodeURIComponent(url?.username ?? '')
  return user.includes('@') ? user : undefined
}

function isProxyAddress(item: string): boolean {
  const [address = '', bits] = item.split('/')
  const version = isIP(address)
  if (version === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(item)
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
