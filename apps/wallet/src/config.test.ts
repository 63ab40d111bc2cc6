import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('lists all wrong variables with the expected values', () => {
  const env = { WALLET_NETWORK: 'testnet3', WALLET_PORT: '70000', ESPLORA_URL: 'ftp://x', WALLET_OPERATOR_PUBKEY: 'me' }
  expect(() => readConfig(env)).toThrow(
    /WALLET_NETWORK.*mainnet.*\n.*ESPLORA_URL.*\n.*OPERATOR_PUBKEY.*\n.*WALLET_PORT/,
  )
  expect(() => readConfig({ CONSOLE_ORIGIN: 'https://console.example/path' })).toThrow('an origin')
})

test('proxies are read as the relay reads them: one that the server could not take is refused by its name', () => {
  expect(() => readConfig({ TRUST_PROXY: '10.0.0.0/99' })).toThrow(/^TRUST_PROXY should be .*; it is "10.0.0.0\/99"\.$/)
  expect(readConfig({ TRUST_PROXY: 'uniquelocal,loopback' }).trustedProxies).toEqual(['uniquelocal', 'loopback'])
})

test.each(['BITCOIND_URL', 'ESPLORA_URL', 'FEE_URL', 'RELAY_URL'])(
  'a password in %s is not repeated in an error',
  name => {
    const refused = new RegExp(`^${name} should be [^]*; it is something else\\.$`)
    for (const wrong of ['user:topsecret@host', 'htps://user:topsecret@host'])
      expect(() => readConfig({ [name]: wrong })).toThrow(refused)
  },
)

test.each([
  'socks5://127.0.0.1:9050',
  'http://127.0.0.1:9050',
  'socks5h://user@127.0.0.1:9050',
  'socks5h://',
  `socks5h://user:${'p'.repeat(256)}@127.0.0.1`,
])('a proxy that could not keep names to itself, or not be signed in to, is refused without repeating it: %s', url => {
  expect(() => readConfig({ SOCKS_PROXY: url })).toThrow(
    'SOCKS_PROXY should be socks5h://host:port or socks5h://user:password@host:port; it is something else.',
  )
})

test('an onion needs the proxy, and is taken with it', () => {
  const ESPLORA_URL = `http://${'a'.repeat(56)}.onion/api`
  expect(() => readConfig({ ESPLORA_URL })).toThrow(
    'ESPLORA_URL should be reached through Tor: set SOCKS_PROXY as well.',
  )
  expect(readConfig({ ESPLORA_URL, SOCKS_PROXY: 'socks5h://127.0.0.1:9050' })).toMatchObject({
    esploraUrl: ESPLORA_URL,
  })
})

test('WALLET-18: with nothing set it is mainnet, on loopback, port 9003, offline', () => {
  expect(readConfig({})).toMatchObject({
    network: 'mainnet',
    host: '127.0.0.1',
    port: 9003,
    walletName: 'default',
    bitcoind: undefined,
    esploraUrl: undefined,
    relayUrl: undefined,
    consoleOrigin: undefined,
  })
})

test('a cookie alone means the node of this machine on the network’s usual port', () => {
  expect(readConfig({ BITCOIND_COOKIE: '/node/.cookie', WALLET_NETWORK: 'signet' }).bitcoind).toEqual({
    url: 'http://127.0.0.1:38332',
    cookieFile: '/node/.cookie',
  })
})

test('an operator is named by npub or by hex', () => {
  const hex = '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e'
  const npub = 'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg'
  expect(readConfig({ WALLET_OPERATOR_PUBKEY: hex.toUpperCase() }).operatorPubkey).toBe(hex)
  expect(readConfig({ WALLET_OPERATOR_PUBKEY: npub }).operatorPubkey).toBe(hex)
})
