import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { getFees } from '@hornets/contract/wallet/fees'
import { openSocksDouble } from '@hornets/server/outgoing/testing/socks-double'
import { expect, onTestFinished, test } from 'vitest'
import { startRelay as openRelay } from '../../apps/relay/test/harness.ts'
import { Operator as WalletOperator } from '../../apps/wallet/test/support/operator.ts'
import { startWallet } from '../support/wallet.ts'
import { makeDataDir, startRelay } from '../support/world.ts'

// Relay and wallet as they start without settings: where they listen, and whom they call.

/** In a network of its own no other program has the usual ports. */
const alone = ['unshare', '-rn', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"'] as const
const canBeAlone = spawnSync(alone[0], [...alone.slice(1), 'true']).status === 0
const quiet = { RATE_URL: '', UPDATE_CHECK: 'off', BUILT_IN_JUDGE: 'off', LOG_LEVEL: 'error' }

async function folder(): Promise<string> {
  const made = await makeDataDir()
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

async function listenersOf(app: string, env: Record<string, string>): Promise<string[]> {
  const [command, ...parameters] = alone
  const child = spawn(command, [...parameters, process.execPath, `apps/${app}/src/main.ts`], {
    cwd: new URL('../..', import.meta.url),
    env: { PATH: process.env.PATH, ...quiet, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [ready] = await once(child, 'message')
  expect(ready).toMatchObject({ type: 'ready' })
  const found = await openSockets(child)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return found
}

/** Addresses and ports on which its network listens, from the kernel. */
async function openSockets({ pid }: ChildProcess): Promise<string[]> {
  const tables = await Promise.all(['tcp', 'tcp6'].map(name => readFile(`/proc/${pid}/net/${name}`, 'utf8')))
  const listening = tables.flatMap(table => [...table.matchAll(/^ *\d+: ([0-9A-F]+):([0-9A-F]{4}) \S+ 0A /gm)])
  const names: Record<string, string> = { '0100007F': 'loopback', '00000000': 'everywhere' }
  return listening.map(([, host = '', port = '']) => `${names[host] ?? host} ${Number.parseInt(port, 16)}`).sort()
}

test.runIf(canBeAlone)(
  'without settings, clients reach 9001, and only this machine the admin server on 9002 and the wallet on 9003 (WIRE-01, WIRE-02)',
  { timeout: 120_000 },
  async () => {
    const DATA_DIR = await folder()
    expect(await listenersOf('relay', { DATA_DIR })).toEqual(['everywhere 9001', 'loopback 9002'])
    expect(await listenersOf('wallet', { DATA_DIR: await folder() })).toEqual(['loopback 9003'])
    const relay = await openRelay({ dataDir: DATA_DIR })
    await relay.context.settings.save('general', { port: '7400' }, { pubkey: null, address: null })
    await relay.close()
    const told = { PUBLIC_HOST: '127.0.0.1', ADMIN_HOST: '0.0.0.0' }
    expect(await listenersOf('relay', { DATA_DIR, ...told })).toEqual(['everywhere 7402', 'loopback 7401'])
    expect(await listenersOf('wallet', { DATA_DIR: await folder(), WALLET_HOST: '0.0.0.0' })).toEqual([
      'everywhere 9003',
    ])
  },
)

test.each([
  ['nobody', { FEE_URL: '', RATE_URL: '' }, []],
  ['the services named', { FEE_URL: 'http://fees.test/', RATE_URL: 'http://rates.test/' }, ['fees.test', 'rates.test']],
])(
  'asks %s for fees and rates with FEE_URL and RATE_URL as %j (WSVC-14)',
  { timeout: 60_000 },
  async (_whom, urls, asked) => {
    const proxy = await openSocksDouble({ route: () => null })
    onTestFinished(() => proxy.close())
    const operator = new WalletOperator(() => url)
    const env = { ...quiet, ...urls, SOCKS_PROXY: proxy.url.href }
    const relay = await startRelay(env)
    onTestFinished(() => relay.stop())
    const wallet = await startWallet({
      ...env,
      WALLET_PORT: '0',
      DATA_DIR: await folder(),
      WALLET_OPERATOR_PUBKEY: operator.pubkey,
    })
    onTestFinished(() => wallet.end())
    const url = wallet.walletUrl
    await operator.signIn()
    expect((await operator.call(getFees)).body).toMatchObject({ source: 'default' })
    const hosts = () => [...new Set(proxy.calls.map(({ host }) => host))].sort()
    // The relay asks at its start, before the wallet's start had begun.
    await expect.poll(hosts).toEqual(asked)
  },
)
