import { delimiter, resolve } from 'node:path'
import type { DailyMegabytes } from '@hornets/contract/admin/relay-settings'
import { isPorts } from '@hornets/contract/admin/settings'
import {
  type Environment,
  httpAddress,
  type LogLevel,
  list,
  readEnvironment,
  refuseOnionsWithoutProxy,
  sharedExpected,
  sharedVariables,
  wholeNumber,
} from '@hornets/server/process/environment'
import { z } from 'zod'
import { readS3Address, type S3Address } from './media/library/stores/s3-address.ts'
import { type ServingConfig, servingConfigOf, servingExpected, servingVariables } from './serving-config.ts'

export interface Config extends ServingConfig {
  readonly dataDir: string
  /** P: the public server uses P+1, the admin server P+2. 0 = any free ports. Undefined: `general.port` applies. */
  readonly basePort: number | undefined
  readonly adminHost: string
  readonly publicHost: string
  /** Clients' address of the public server if it differs from the listener, e.g. wss://relay.example. */
  readonly publicUrl: string | undefined
  readonly logLevel: LogLevel
  /** Required leading zero bits of event ids (NIP-13). */
  readonly minPowDifficulty: number
  /** Disk space that strangers cannot use; undefined: 512 MB, or 2 % of a smaller disk. */
  readonly diskReserveBytes: number | undefined
  /** Disk space above it that files cannot use, so that events are stored when files have filled theirs. */
  readonly eventReserveBytes: number | undefined
  /** Memory for messages waiting to be sent to clients; derived from the machine's memory if undefined. */
  readonly unsentBytes: number | undefined
  readonly dailyMegabytes: Readonly<Partial<DailyMegabytes>>
  readonly maintenance: boolean
  /** Something starts the relay again after it has ended with the status of a restart. */
  readonly isStartedAgain: boolean
  /** And it keeps open connections meanwhile (`scripts/run`). */
  readonly handsConnectionsOver: boolean
  readonly consoleDir: string
  /** Reverse proxies whose X-Forwarded-* headers are trusted. */
  readonly trustedProxies: readonly string[]
  /** Without a trailing slash; links in mails use it. */
  readonly consoleUrl: string | undefined
  /** Consoles served from elsewhere that browsers let read answers; none by default. */
  readonly consoleOrigins: readonly string[]
  /** Further host names of the admin server, including that of `consoleUrl`. */
  readonly allowedHosts: readonly string[]
  readonly programFolders: readonly string[]
  /** Node's own setting, for the programs that the relay starts: a file of further authorities. */
  readonly extraCertificates: string | undefined
  /** Address of the wallet service, without a trailing slash. */
  readonly walletUrl: string
  /** Source of the exchange rate; undefined: none. */
  readonly rateUrl: URL | undefined
  /** Proxy for all outgoing connections; undefined: the setting applies. */
  readonly socksProxy: URL | undefined
  /** Ports that are called on servers that strangers name: `80,443`, or `any`; undefined: the setting applies. */
  readonly fetchPorts: string | undefined
  /** Whether the proxy checks their names; undefined: the setting applies. */
  readonly fetchNames: 'checked' | 'proxy' | undefined
  /** Mail server; undefined: the settings apply. Its password is a secret. */
  readonly smtp: { readonly url: URL; readonly from: string } | undefined
  /** Store for files besides the disk; undefined: the settings apply. Its key is a secret. */
  readonly s3: S3Address | undefined
  /** Where events are stored in place of the data folder: postgres://… A secret. */
  readonly eventsDatabase: string | undefined
  /** Where accounts, settings and subscriptions are stored in place of `admin.db`: postgres://… A secret. */
  readonly accountsDatabase: string | undefined
  /** Two machines on the same databases: one is the main one, the other waits for its end. */
  readonly standby: boolean
  /** Whether the repository that this relay was cloned from is asked for new versions. */
  readonly updateCheck: boolean
  /** Whether clients that ask for it get compressed messages. */
  readonly compresses: boolean
  /** Whether the judge that comes with the relay may be installed and started. */
  readonly builtInJudge: boolean
  /** What Prometheus signs in with at `/metrics`; undefined: there is no such path. A secret. */
  readonly metricsToken: string | undefined
  /** `auto`: on until the relay is claimed, then as `general.demo_mode` says. */
  readonly demoMode: 'on' | 'off' | 'auto'
}

const defaultConsoleDir = resolve(import.meta.dirname, '../../console/dist')

/** Any server that answers `{"USD": dollars}` works. */
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
  CONSOLE_ORIGINS: list(text => httpAddress.safeParse(text).success && isOrigin(text)).default([]),
  MIN_POW_DIFFICULTY: wholeNumber(256).default(0),
  UNSENT_MB: wholeNumber(1_000_000).optional(),
  DISK_RESERVE_MB: wholeNumber(1_000_000_000).optional(),
  KEY_MB_PER_DAY: wholeNumber(1_000_000_000).optional(),
  ADDRESS_MB_PER_DAY: wholeNumber(1_000_000_000).optional(),
  FILE_KEY_MB_PER_DAY: wholeNumber(1_000_000_000).optional(),
  FILE_ADDRESS_MB_PER_DAY: wholeNumber(1_000_000_000).optional(),
  EVENT_RESERVE_MB: wholeNumber(1_000_000_000).optional(),
  MAINTENANCE: z.enum(['on', 'off']).default('off'),
  RESTARTS: z.enum(['on', 'off', 'with-connections']).default('off'),
  CONSOLE_DIR: z.string().default(defaultConsoleDir),
  WALLET_URL: httpAddress.transform(url => url.replace(/\/+$/, '')).optional(),
  RATE_URL: httpAddress.optional(),
  DEMO_MODE: z.enum(['on', 'off', 'auto']).default('auto'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/)
    .optional(),
  UPDATE_CHECK: z.enum(['on', 'off']).default('on'),
  COMPRESSION: z.enum(['on', 'off']).default('on'),
  BUILT_IN_JUDGE: z.enum(['on', 'off']).default('on'),
  FETCH_PORTS: z.string().refine(isPorts).optional(),
  FETCH_NAMES: z.enum(['checked', 'proxy']).optional(),
  SMTP_URL: z
    .string()
    .refine(isSmtpAddress)
    .transform(url => new URL(url))
    .optional(),
  S3_URL: z
    .string()
    .refine(text => readS3Address(text) !== null)
    .optional(),
  EVENTS_DATABASE_URL: z.string().refine(isPostgresAddress).optional(),
  ACCOUNTS_DATABASE_URL: z.string().refine(isPostgresAddress).optional(),
  STANDBY: z.enum(['on', 'off']).default('off'),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .optional(),
  ...servingVariables,
  ...sharedVariables,
})

const expected: Record<keyof typeof environment.shape, string> = {
  PORT: 'a whole number from 0 to 65533',
  ADMIN_HOST: 'an address',
  PUBLIC_HOST: 'an address',
  PUBLIC_URL: 'a ws, wss, http or https address',
  CONSOLE_URL: 'the http or https address of the console, without a path: https://console.example.com',
  CONSOLE_ORIGINS: 'http or https addresses without a path, separated by commas: https://console.example.com',
  MIN_POW_DIFFICULTY: 'a whole number from 0 to 256',
  UNSENT_MB: 'a whole number of megabytes',
  DISK_RESERVE_MB: 'a whole number of megabytes',
  KEY_MB_PER_DAY: 'a whole number of megabytes, 0 for any',
  ADDRESS_MB_PER_DAY: 'a whole number of megabytes, 0 for any',
  FILE_KEY_MB_PER_DAY: 'a whole number of megabytes, 0 for any',
  FILE_ADDRESS_MB_PER_DAY: 'a whole number of megabytes, 0 for any',
  EVENT_RESERVE_MB: 'a whole number of megabytes',
  MAINTENANCE: 'on or off',
  RESTARTS: 'on, off or with-connections',
  CONSOLE_DIR: 'a folder',
  WALLET_URL: 'the http or https address of the wallet service',
  RATE_URL: 'an http or https address, or empty for none',
  DEMO_MODE: 'on, off or auto',
  METRICS_TOKEN: '16 to 200 characters without spaces',
  UPDATE_CHECK: 'on or off',
  COMPRESSION: 'on or off',
  BUILT_IN_JUDGE: 'on or off',
  FETCH_PORTS: 'ports separated by commas, or any',
  FETCH_NAMES: 'checked or proxy',
  SMTP_URL: 'smtp:// or smtps://user:password@host:port',
  S3_URL: 'https://access-key:secret@server/bucket, with ?region=… if it has one',
  EVENTS_DATABASE_URL: 'postgres://user:password@host:port/database',
  ACCOUNTS_DATABASE_URL: 'postgres://user:password@host:port/database',
  STANDBY: 'on or off',
  MAIL_FROM: 'an email address, or a name with one: Relay <relay@example.com>',
  ...servingExpected,
  ...sharedExpected,
}

const secrets = [
  'SMTP_URL',
  'S3_URL',
  'EVENTS_DATABASE_URL',
  'ACCOUNTS_DATABASE_URL',
  'WALLET_URL',
  'RATE_URL',
  'SOCKS_PROXY',
  'METRICS_TOKEN',
  'SERVING_SECRET',
] as const

/** Empty variables count as unset, except RATE_URL. Throws an Error that names every invalid variable. */
export function readConfig(env: Environment): Config {
  const read = readEnvironment(environment, expected, secrets, env)
  refuseOnionsWithoutProxy(read.SOCKS_PROXY, {
    WALLET_URL: read.WALLET_URL,
    RATE_URL: read.RATE_URL,
    SMTP_URL: read.SMTP_URL?.href,
    S3_URL: read.S3_URL,
  })
  const consoleUrl = read.CONSOLE_URL === undefined ? undefined : new URL(read.CONSOLE_URL)
  const from = read.MAIL_FROM ?? addressOf(read.SMTP_URL)
  if (read.SMTP_URL && !from) throw new Error(`MAIL_FROM should be ${expected.MAIL_FROM}: SMTP_URL needs it.`)
  const standby = read.STANDBY === 'on'
  if (standby && (read.EVENTS_DATABASE_URL === undefined || read.ACCOUNTS_DATABASE_URL === undefined))
    throw new Error('STANDBY=on needs EVENTS_DATABASE_URL and ACCOUNTS_DATABASE_URL: both machines use them.')
  return {
    dataDir: resolve(read.DATA_DIR),
    basePort: read.PORT,
    adminHost: read.ADMIN_HOST,
    publicHost: read.PUBLIC_HOST,
    publicUrl: read.PUBLIC_URL,
    consoleUrl: consoleUrl?.origin,
    consoleOrigins: read.CONSOLE_ORIGINS.map(text => new URL(text).origin),
    logLevel: read.LOG_LEVEL,
    minPowDifficulty: read.MIN_POW_DIFFICULTY,
    unsentBytes: bytesOf(read.UNSENT_MB),
    dailyMegabytes: {
      ...(read.KEY_MB_PER_DAY !== undefined && { eventsPerKey: read.KEY_MB_PER_DAY }),
      ...(read.ADDRESS_MB_PER_DAY !== undefined && { eventsPerAddress: read.ADDRESS_MB_PER_DAY }),
      ...(read.FILE_KEY_MB_PER_DAY !== undefined && { filesPerKey: read.FILE_KEY_MB_PER_DAY }),
      ...(read.FILE_ADDRESS_MB_PER_DAY !== undefined && { filesPerAddress: read.FILE_ADDRESS_MB_PER_DAY }),
    },
    eventReserveBytes: bytesOf(read.EVENT_RESERVE_MB),
    diskReserveBytes: bytesOf(read.DISK_RESERVE_MB),
    maintenance: read.MAINTENANCE === 'on',
    isStartedAgain: read.RESTARTS !== 'off',
    // Its restart is a takeover by the other machine.
    handsConnectionsOver: read.RESTARTS === 'with-connections' && !standby,
    consoleDir: resolve(read.CONSOLE_DIR),
    trustedProxies: read.TRUST_PROXY,
    allowedHosts: consoleUrl ? [...read.ALLOWED_HOSTS, consoleUrl.hostname] : read.ALLOWED_HOSTS,
    extraCertificates: env.NODE_EXTRA_CA_CERTS,
    programFolders: (env.PATH ?? '').split(delimiter).filter(Boolean),
    walletUrl: read.WALLET_URL ?? `http://127.0.0.1:${read.WALLET_PORT}`,
    rateUrl: rateUrlOf(env.RATE_URL?.trim()),
    socksProxy: read.SOCKS_PROXY,
    fetchPorts: read.FETCH_PORTS,
    fetchNames: read.FETCH_NAMES,
    smtp: read.SMTP_URL && from ? { url: read.SMTP_URL, from } : undefined,
    s3: (read.S3_URL !== undefined && readS3Address(read.S3_URL)) || undefined,
    eventsDatabase: read.EVENTS_DATABASE_URL,
    accountsDatabase: read.ACCOUNTS_DATABASE_URL,
    standby,
    metricsToken: read.METRICS_TOKEN,
    demoMode: read.DEMO_MODE,
    updateCheck: read.UPDATE_CHECK === 'on',
    compresses: read.COMPRESSION === 'on',
    ...servingConfigOf(read),
    builtInJudge: read.BUILT_IN_JUDGE === 'on',
  }
}

const bytesOf = (megabytes: number | undefined) => (megabytes === undefined ? undefined : megabytes * 2 ** 20)

/** Empty turns it off; unset uses the default. */
function rateUrlOf(given: string | undefined): URL | undefined {
  return given === '' ? undefined : new URL(given ?? defaultRateUrl)
}

/** Only scheme, host and port. */
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

export function isPostgresAddress(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

function addressOf(url: URL | undefined): string | undefined {
  const user = decodeURIComponent(url?.username ?? '')
  return user.includes('@') ? user : undefined
}
