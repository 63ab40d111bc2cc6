import { resolve } from 'node:path'
import {
  type Environment,
  httpAddress,
  type LogLevel,
  readEnvironment,
  refuseOnionsWithoutProxy,
  sharedExpected,
  sharedVariables,
  wholeNumber,
} from '@hornets/server/process/environment'
import { z } from 'zod'

/** What the environment decides; everything else is a setting. */
export interface Config {
  readonly dataDir: string
  /** P: the public server is on P+1, the admin server on P+2. 0 = any that are free. Missing: `general.port` holds. */
  readonly basePort: number | undefined
  readonly adminHost: string
  readonly publicHost: string
  /** Where clients reach the public server when that is not where it listens, e.g. wss://relay.example. */
  readonly publicUrl: string | undefined
  readonly logLevel: LogLevel
  /** Leading zero bits that an event's id needs (NIP-13). */
  readonly minPowDifficulty: number
  /** What strangers leave free of the disk; undefined: 512 MB, or 2 % of a smaller disk. */
  readonly diskReserveBytes: number | undefined
  /** What may wait for clients to take it; from the machine's memory when not given. */
  readonly outboxBytes: number | undefined
  /** Admin calls are refused, and the console says why. */
  /** Of events, by one key and by one address; undefined = the usual. */
  readonly keyBytesPerDay: number | undefined
  readonly addressBytesPerDay: number | undefined
  readonly maintenance: boolean
  /** Folder of the built console. */
  readonly consoleDir: string
  /** Addresses of reverse proxies whose X-Forwarded-* are believed. */
  readonly trustedProxies: readonly string[]
  /** Where people reach the console, e.g. https://console.example.com, without a slash at its end; links in mails begin so. */
  readonly consoleUrl: string | undefined
  /** Names beside those of this machine by which the admin server may be called; that of `consoleUrl` is among them. */
  readonly allowedHosts: readonly string[]
  /** Where the wallet service listens, without a slash at its end. */
  readonly walletUrl: string
  /** Where the exchange rate is asked; undefined: nowhere. */
  readonly rateUrl: URL | undefined
  /** All that leaves this machine goes through it. */
  readonly socksProxy: URL | undefined
  /** Where mail goes out; undefined: nowhere. Its password is a secret. */
  readonly smtp: { readonly url: URL; readonly from: string } | undefined
  /** `auto`: the demo is there until the relay has been claimed, and beyond that as `general.demo_mode` says. */
  readonly demoMode: 'on' | 'off' | 'auto'
}

const defaultConsoleDir = resolve(import.meta.dirname, '../../console/dist')

/** Any server that answers `{"USD": dollars}` does. */
const defaultRateUrl = 'https://mempool.space/api/v1/prices'

const environment = z.object({
  PORT: wholeNumber(65_533).optional(),
  ADMIN_HOST: z.string().default('127.0.0.1'),
  PUBLIC_HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: z
    .string()
    .refine(url => URL.canParse(url) && /^(wss?|https?):$/.test(new URL(url).protocol))
    .optional(),
  CONSOLE_URL: httpAddress.refine(isOrigin).optional(),
  MIN_POW_DIFFICULTY: wholeNumber(256).default(0),
  OUTBOX_MB: wholeNumber(1_000_000).optional(),
  DISK_RESERVE_MB: wholeNumber(1_000_000_000).optional(),
  KEY_MB_PER_DAY: wholeNumber(1_000_000_000).optional(),
  ADDRESS_MB_PER_DAY: wholeNumber(1_000_000_000).optional(),
  MAINTENANCE: z.enum(['on', 'off']).default('off'),
  CONSOLE_DIR: z.string().default(defaultConsoleDir),
  WALLET_URL: httpAddress.transform(url => url.replace(/\/+$/, '')).optional(),
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
  ...sharedVariables,
})

const expected: Record<keyof typeof environment.shape, string> = {
  PORT: 'a whole number from 0 to 65533',
  ADMIN_HOST: 'an address',
  PUBLIC_HOST: 'an address',
  PUBLIC_URL: 'a ws, wss, http or https address',
  CONSOLE_URL: 'the http or https address of the console, without a path: https://console.example.com',
  MIN_POW_DIFFICULTY: 'a whole number from 0 to 256',
  OUTBOX_MB: 'a whole number of megabytes',
  DISK_RESERVE_MB: 'a whole number of megabytes',
  KEY_MB_PER_DAY: 'a whole number of megabytes, 0 for any',
  ADDRESS_MB_PER_DAY: 'a whole number of megabytes, 0 for any',
  MAINTENANCE: 'on or off',
  CONSOLE_DIR: 'a folder',
  WALLET_URL: 'the http or https address of the wallet service',
  RATE_URL: 'an http or https address, or empty for none',
  DEMO_MODE: 'on, off or auto',
  SMTP_URL: 'smtp:// or smtps://user:password@host:port',
  MAIL_FROM: 'an email address, or a name with one: Relay <relay@example.com>',
  ...sharedExpected,
}

/** An unset variable and an empty one are the same, but for RATE_URL. Throws an Error that names every variable that is wrong. */
export function readConfig(env: Environment): Config {
  const read = readEnvironment(environment, expected, ['SMTP_URL', 'WALLET_URL', 'RATE_URL', 'SOCKS_PROXY'], env)
  refuseOnionsWithoutProxy(read.SOCKS_PROXY, {
    ...{ WALLET_URL: read.WALLET_URL, RATE_URL: read.RATE_URL, SMTP_URL: read.SMTP_URL?.href },
  })
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
    outboxBytes: bytesOf(read.OUTBOX_MB),
    keyBytesPerDay: bytesOf(read.KEY_MB_PER_DAY),
    addressBytesPerDay: bytesOf(read.ADDRESS_MB_PER_DAY),
    diskReserveBytes: bytesOf(read.DISK_RESERVE_MB),
    maintenance: read.MAINTENANCE === 'on',
    consoleDir: resolve(read.CONSOLE_DIR),
    trustedProxies: read.TRUST_PROXY,
    allowedHosts: consoleUrl ? [...read.ALLOWED_HOSTS, consoleUrl.hostname] : read.ALLOWED_HOSTS,
    walletUrl: read.WALLET_URL ?? `http://127.0.0.1:${read.WALLET_PORT}`,
    rateUrl: rateUrlOf(env.RATE_URL?.trim()),
    socksProxy: read.SOCKS_PROXY,
    smtp: read.SMTP_URL && from ? { url: read.SMTP_URL, from } : undefined,
    demoMode: read.DEMO_MODE,
  }
}

const bytesOf = (megabytes: number | undefined) => (megabytes === undefined ? undefined : megabytes * 2 ** 20)

/** Empty switches it off; unset, the default holds. */
function rateUrlOf(given: string | undefined): URL | undefined {
  return given === '' ? undefined : new URL(given ?? defaultRateUrl)
}

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
