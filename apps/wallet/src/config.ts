import { resolve } from 'node:path'
import { type Network, networks } from '@hornets/contract/wallet/set-up'
import {
  type Environment,
  httpAddress,
  type LogLevel,
  readEnvironment,
  refuseOnionsWithoutProxy,
  sharedExpected,
  sharedVariables,
} from '@hornets/server/process/environment'
import { z } from 'zod'
import { toPubkeyHex } from './operators/pubkey.ts'

export interface Config {
  readonly dataDir: string
  /** 0 = any free port. */
  readonly port: number
  readonly host: string
  readonly network: Network
  readonly bitcoind: { readonly url: string; readonly cookieFile: string | undefined } | undefined
  readonly esploraUrl: string | undefined
  readonly feeUrl: string | undefined
  /** Proxy for all outgoing connections. */
  readonly socksProxy: URL | undefined
  readonly passwordFile: string | undefined
  readonly operatorPubkey: string | undefined
  /** The relay's name for this wallet. */
  readonly walletName: string
  readonly apiKey: string | undefined
  readonly apiKeyFile: string | undefined
  /** The relay's admin server; without it nothing is pushed. */
  readonly relayUrl: string | undefined
  /** How that relay is spoken to: ours, or another of the family. */
  readonly relayDialect: 'own' | 'family'
  /** Origin of a console that calls the wallet from a browser; none by default. */
  readonly consoleOrigin: string | undefined
  readonly logLevel: LogLevel
  /** Reverse proxies whose X-Forwarded-* headers are trusted. */
  readonly trustedProxies: readonly string[]
  /** Further host names of the wallet. */
  readonly allowedHosts: readonly string[]
}

const rpcPorts: Record<Network, number> = { mainnet: 8332, testnet4: 48332, signet: 38332, regtest: 18443 }

const file = z.string().transform(path => resolve(path))

const environment = z.object({
  WALLET_HOST: z.string().default('127.0.0.1'),
  WALLET_NETWORK: z.enum(networks).default('mainnet'),
  BITCOIND_URL: httpAddress.optional(),
  BITCOIND_COOKIE: file.optional(),
  ESPLORA_URL: httpAddress.optional(),
  FEE_URL: httpAddress.optional(),
  WALLET_PASSWORD_FILE: file.optional(),
  WALLET_OPERATOR_PUBKEY: z
    .string()
    .refine(text => toPubkeyHex(text) !== null)
    .optional(),
  WALLET_NAME: z.string().max(200).default('default'),
  WALLET_API_KEY: z.string().optional(),
  WALLET_API_KEY_FILE: file.optional(),
  RELAY_URL: httpAddress.optional(),
  RELAY_DIALECT: z.enum(['own', 'family']).default('own'),
  CONSOLE_ORIGIN: httpAddress.refine(url => new URL(url).origin === url).optional(),
  ...sharedVariables,
})

const expected: Record<keyof typeof environment.shape, string> = {
  WALLET_HOST: 'an address',
  WALLET_NETWORK: networks.join(', '),
  BITCOIND_URL: 'http://user:password@host:port',
  BITCOIND_COOKIE: 'the .cookie file of a bitcoin node',
  ESPLORA_URL: 'the http or https address of an Esplora server',
  FEE_URL: 'the http or https address of a fee service',
  WALLET_PASSWORD_FILE: 'a file',
  WALLET_OPERATOR_PUBKEY: 'an npub or a 64-character hex public key',
  WALLET_NAME: 'a name of at most 200 characters',
  WALLET_API_KEY: 'the wallet api key of the relay',
  WALLET_API_KEY_FILE: 'a file',
  RELAY_URL: "the address of the relay's admin server",
  RELAY_DIALECT: 'own, family',
  CONSOLE_ORIGIN: 'an origin, like https://console.example',
  ...sharedExpected,
}

/** A secret, or an address that can contain a password: errors do not repeat them. */
const secret = ['WALLET_API_KEY', 'BITCOIND_URL', 'ESPLORA_URL', 'FEE_URL', 'RELAY_URL', 'SOCKS_PROXY'] as const

/** Empty variables count as unset. Throws an Error that names every invalid variable. */
export function readConfig(env: Environment): Config {
  const read = readEnvironment(environment, expected, secret, env)
  refuseOnionsWithoutProxy(read.SOCKS_PROXY, {
    BITCOIND_URL: read.BITCOIND_URL,
    ESPLORA_URL: read.ESPLORA_URL,
    FEE_URL: read.FEE_URL,
    RELAY_URL: read.RELAY_URL,
  })
  const named = read.WALLET_OPERATOR_PUBKEY
  return {
    dataDir: resolve(read.DATA_DIR),
    port: read.WALLET_PORT,
    host: read.WALLET_HOST,
    network: read.WALLET_NETWORK,
    bitcoind: bitcoindOf(read),
    esploraUrl: read.ESPLORA_URL,
    feeUrl: read.FEE_URL,
    socksProxy: read.SOCKS_PROXY,
    passwordFile: read.WALLET_PASSWORD_FILE,
    operatorPubkey: named === undefined ? undefined : (toPubkeyHex(named) ?? undefined),
    walletName: read.WALLET_NAME,
    apiKey: read.WALLET_API_KEY,
    apiKeyFile: read.WALLET_API_KEY_FILE,
    relayUrl: read.RELAY_URL,
    relayDialect: read.RELAY_DIALECT,
    consoleOrigin: read.CONSOLE_ORIGIN,
    logLevel: read.LOG_LEVEL,
    trustedProxies: read.TRUST_PROXY,
    allowedHosts: read.ALLOWED_HOSTS,
  }
}

/** A cookie alone suffices: the node is then on this machine at the default port. */
function bitcoindOf(read: z.infer<typeof environment>): Config['bitcoind'] {
  const { BITCOIND_URL: url, BITCOIND_COOKIE: cookieFile } = read
  if (url === undefined && cookieFile === undefined) return undefined
  return { url: url ?? `http://127.0.0.1:${rpcPorts[read.WALLET_NETWORK]}`, cookieFile }
}
