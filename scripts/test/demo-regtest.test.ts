import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getBalance } from '@hornets/contract/wallet/accounting'
import { setUp } from '@hornets/contract/wallet/set-up'
import { expect, onTestFinished, test } from 'vitest'
import { Operator } from '../../apps/wallet/test/support/operator.ts'
import { inProject } from '../setup/workspace.mjs'

const withinMs = { timeout: 120_000, interval: 200 }
/** Packages and console may have to be made first. */
const startsWithinMs = { timeout: 180_000, interval: 200 }
/** The real Esplora server is optional. */
const sources = ['bitcoind', ...(process.env.ELECTRS ? ['esplora'] : [])]

test.each(sources)(
  'pays the wallet, mines and pays on request over %s, and stops everything',
  { timeout: 360_000 },
  async source => {
    const dataDir = await mkdtemp(join(tmpdir(), 'hornets-demo-'))
    let walletUrl = ''
    const operator = new Operator(() => walletUrl)
    const env = { DATA_DIR: dataDir, PORT: '0', PUBLIC_HOST: '127.0.0.1', WALLET_OPERATOR_PUBKEY: operator.pubkey }
    const child = spawn(
      process.execPath,
      [inProject('scripts', 'demo-regtest.mjs'), ...(source === 'esplora' ? [source] : [])],
      { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] },
    )
    const ended = once(child, 'close')
    onTestFinished(async () => {
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    })
    let said = ''
    child.stdout.on('data', text => {
      said += text
    })
    const hear = (text: RegExp) => expect.poll(() => said, withinMs).toMatch(text)

    await expect.poll(() => said, startsWithinMs).toMatch(/m \+ Enter mines a block/)
    child.stdin.write('p\n')
    await hear(/There is no wallet yet/)
    walletUrl = /wallet {4}on {4}(\S+), by (\w+)/.exec(said)?.[1] ?? ''
    expect(said).toContain(`${walletUrl}, by ${source}`)
    await operator.signIn()
    await operator.call(setUp, { body: { mode: 'create', password: 'correct horse battery' } })
    await hear(/paid 300,000 sats/)
    const held = async () => (await operator.call(getBalance)).body
    // A block comes every 30 seconds, so an unconfirmed payment may confirm before the test looks.
    const sum = async () => {
      const { confirmed, pending } = await held()
      return confirmed + pending
    }
    await expect.poll(sum, withinMs).toBe(6_550_000)

    child.stdin.write('p\nm\n')
    await hear(/paid 100,000 sats to bcrt1[^\n]+\n {2}mined block/)
    await expect.poll(held, withinMs).toEqual({ confirmed: 6_650_000, pending: 0 })
    const payees = [...said.matchAll(/ to (bcrt1\w+) /g)].map(([, address]) => address)
    expect([payees.length, new Set(payees).size]).toEqual([4, 4])
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(said).toContain('Stopped.')
  },
)
