import { copyFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { setUp } from '@hornets/contract/wallet/set-up'
import { openSocksDouble } from '@hornets/server/outgoing/testing/socks-double'
import { type Event, finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { Relay as Client } from 'nostr-tools/relay'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Dice } from '../../apps/relay/src/demo/history/dice.ts'
import { makeDevice } from '../../apps/relay/test/support/delivery-world.ts'
import { Operator as WalletOperator } from '../../apps/wallet/test/support/operator.ts'
import { openBrowser } from '../../dev/browser.ts'
import { callRelay, claimByCalls, enter } from '../support/calls.ts'
import { newOperator, openContext, type RelayProcess } from '../support/world.ts'
import { WalletWorld } from './wallet-world.ts'

const operator = newOperator()
const walletOperator = new WalletOperator(() => world.walletUrl)
const secret = generateSecretKey()
const device = makeDevice(`http://${'d'.repeat(56)}.onion/device`)
const pushes: string[] = []
const pushService = createServer(async (request, response) => {
  pushes.push(device.read(await buffer(request)).toString())
  response.writeHead(201).end()
})
let socks: Awaited<ReturnType<typeof openSocksDouble>>
let world: WalletWorld<RelayProcess>
let browser: Browser
let context: BrowserContext
let page: Page
let client: Client
let token: string

beforeAll(async () => {
  await new Promise<void>(listening => pushService.listen(0, '127.0.0.1', listening))
  const route = () => ({ port: (pushService.address() as AddressInfo).port })
  socks = await openSocksDouble({ route })
  const env = { relay: { SOCKS_PROXY: socks.url.href }, wallet: { WALLET_OPERATOR_PUBKEY: walletOperator.pubkey } }
  ;[world, browser] = await Promise.all([WalletWorld.openProcesses(env), openBrowser()])
  await walletOperator.signIn()
  await walletOperator.call(setUp, { body: { mode: 'create', password: 'correct horse battery' } })
  token = await claimByCalls(world.relay, operator)
  const relay_settings = {
    subscription_tiers: [{ datalimit: '1 GB per month', price: '10000' }],
    freeTierEnabled: true,
    freeTierLimit: '0.01 MB per month',
  }
  await callRelay(world.relay, '/api/relay-settings', { token, body: { relay_settings } })
  const { subscription } = device
  const channels = { payments: ['push'], reports: [], health: [], security: [] }
  await callRelay(world.relay, '/api/account/delivery', { token, body: { channels, quiet: null } })
  await callRelay(world.relay, '/api/account/delivery/devices', { token, body: { name: 'Phone', subscription } })
  context = await openContext(browser, operator)
  context.setDefaultTimeout(20_000)
  page = await context.newPage()
  await enter(page, world.relay, operator)
  await page.goto(world.relay.adminUrl)
  client = await Client.connect(world.relay.publicUrl)
}, 120_000)
afterAll(async () => {
  client?.close()
  await context?.close()
  await browser?.close()
  await world?.close()
  await socks?.close()
  pushService.close()
})

const waiting = { timeout: 30_000, interval: 100 }
const seconds = () => Math.floor(Date.now() / 1000)
const sign = (kind: number, content: string, tags: string[][] = []) =>
  finalizeEvent({ kind, content, tags, created_at: seconds() }, secret)

function read(kind: number, by = client): Promise<Event[]> {
  const events: Event[] = []
  return new Promise(resolve => {
    const subscription = by.subscribe([{ kinds: [kind] }], {
      onevent: event => events.push(event),
      oneose: () => {
        subscription.close()
        resolve(events)
      },
      onclose: () => resolve(events),
    })
  })
}
async function told(name: string, by = client): Promise<string | undefined> {
  const [event] = await read(888, by)
  return event?.tags.find(([first]) => first === name)?.[1]
}
const write = (characters: number) =>
  client.publish(sign(1, 'x'.repeat(characters))).catch((error: Error) => error.message)
async function payments(): Promise<unknown> {
  const url = `${world.relay.publicUrl.replace(/^ws/, 'http')}/subscribe/account`
  const event = sign(27_235, '', [
    ['u', url],
    ['method', 'GET'],
  ])
  const authorization = `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`
  const answer = (await (await fetch(url, { headers: { authorization } })).json()) as { payments: object }
  return answer.payments
}

describe('one journey on regtest, of one subscriber, then of three', { shuffle: false }, () => {
  test('gives a new key an address, credits its payment, lets it write beyond the free tier, and revokes that after a reorganisation', async () => {
    await page.getByText('No paying subscribers yet.').waitFor()
    await read(1)
    await client.auth(async template => finalizeEvent(template, secret))
    await client.publish(sign(0, JSON.stringify({ name: 'Ada' })))
    await expect.poll(() => told('relay_bitcoin_address'), waiting).toMatch(/^bcrt1q/)
    expect(await told('subscription_status')).toBe('inactive')
    expect([await write(6000), await write(12_000)]).toEqual([
      '',
      expect.stringMatching(/^restricted: quota exceeded by .* \(the free tier/),
    ])

    const address = (await told('relay_bitcoin_address')) ?? ''
    await world.node.pay(address, 12_000)
    await expect.poll(payments, waiting).toMatchObject([{ sats: 12_000, status: 'pending' }])
    expect([await told('subscription_status'), pushes]).toEqual(['inactive', []])
    const [block = ''] = await world.node.mine(1)
    await expect.poll(() => told('subscription_status'), waiting).toBe('active')
    expect([await told('credit'), await payments()]).toEqual(['2000', [expect.objectContaining({ status: 'paid' })]])
    expect(await write(12_001)).toBe('')
    await page.getByRole('button', { name: 'Ada' }).waitFor()
    await expect.poll(() => pushes, waiting).toHaveLength(1)
    expect(pushes[0]).toMatch(/New subscriber.*12,000 sats/)
    await page.goto(`${world.relay.adminUrl}/earnings`)
    await page.getByRole('row', { name: '1 GB per month' }).getByText('12,000 sats').waitFor()

    // A longer chain without the payment.
    await world.node.rpc('invalidateblock', [block])
    for (let blocks = 0; blocks < 2; blocks += 1)
      await world.node.rpc('generateblock', [await world.node.newAddress(), []])
    await expect.poll(() => told('subscription_status'), waiting).toBe('inactive')
    expect(await write(12_002)).toMatch(/^restricted: quota exceeded by .* \(the free tier/)
    await page.getByText('No earnings in this period').waitFor()
    await page.goto(`${world.relay.adminUrl}/payment-notifications`)
    await page.locator('#content').getByText('Reversed by a reorg').waitFor()
    await page.goto(`${world.relay.adminUrl}/subscribers?key=${getPublicKey(secret)}`)
    await page.getByText('Payment reversed by the chain').waitFor()

    await world.node.mine(1)
    await expect.poll(() => told('subscription_status'), waiting).toBe('active')
    expect(await told('credit')).toBe('2000')
  }, 120_000)

  async function newSubscriber() {
    const key = generateSecretKey()
    const own = await Client.connect(world.relay.publicUrl)
    await read(1, own)
    await own.auth(async template => finalizeEvent(template, key))
    await expect.poll(() => told('relay_bitcoin_address', own), waiting).toMatch(/^bcrt1q/)
    const address = (await told('relay_bitcoin_address', own)) ?? ''
    own.close()
    return { pubkey: getPublicKey(key), address }
  }
  type Subscriber = Awaited<ReturnType<typeof newSubscriber>>

  interface Coin {
    readonly txid: string
    readonly vout: number
    readonly amount: number
  }

  /** Confirmed coins by their outputs: satoshis. The wallet spends nothing here. */
  async function onChain({ address }: Subscriber): Promise<Record<string, number>> {
    const found = await world.node.rpc<{ unspents: Coin[] }>('scantxoutset', ['start', [`addr(${address})`]])
    return Object.fromEntries(
      found.unspents.map(({ txid, vout, amount }) => [`${txid}:${vout}`, Math.round(amount * 1e8)]),
    )
  }

  async function credited({ pubkey }: Subscriber): Promise<Record<string, number>> {
    const path = `/api/subscribers/${pubkey}/timeline?limit=200`
    const { entries } = (await callRelay(world.relay, path, { token })) as {
      entries: { readonly kind: string; readonly coin: string | null; readonly sats: number }[]
    }
    const sums = new Map<string, number>()
    for (const { kind, coin, sats } of entries)
      if (kind.startsWith('payment')) sums.set(coin ?? '', (sums.get(coin ?? '') ?? 0) + sats)
    return Object.fromEntries([...sums].filter(([, sats]) => sats !== 0))
  }

  function happenings(dice: Dice, people: readonly Subscriber[]) {
    const { node, relay } = world
    const database = join(relay.dataDir, 'admin.db')
    let hasBackup = false
    return {
      pay: () => node.pay(dice.pick(people).address, dice.pick([300, 9999, 10_000, 25_000]) + dice.between(0, 99)),
      mine: () => node.mine(dice.between(1, 2)),
      async replace() {
        const [txid] = await node.rpc<string[]>('getrawmempool')
        if (txid) await node.bumpFee(txid, dice.between(40, 90)).catch(() => undefined)
      },
      async reorganise() {
        const depth = dice.between(1, 3)
        const height = await node.rpc<number>('getblockcount')
        await node.rpc('invalidateblock', [await node.rpc<string>('getblockhash', [height - depth + 1])])
        for (let blocks = 0; blocks <= depth; blocks += 1)
          await node.rpc('generateblock', [await node.newAddress(), []])
      },
      killRelay: () => relay.restart('SIGKILL'),
      async killWallet() {
        await world.stopWallet('SIGKILL')
        await world.startWallet()
      },
      async backUp() {
        const running = new DatabaseSync(database, { readOnly: true })
        running.prepare('VACUUM INTO ?').run(`${database}.kept`)
        running.close()
        hasBackup = true
      },
      putBack: () =>
        relay.restart('SIGTERM', async () => {
          if (!hasBackup) return
          await Promise.all(['-wal', '-shm'].map(end => rm(database + end, { force: true })))
          await copyFile(`${database}.kept`, database)
        }),
    }
  }

  test('the ledger equals the chain after payments, reorganisations, kills and a backup put back, in an order of chance', async () => {
    const dice = new Dice('paid on regtest')
    const people = [await newSubscriber(), await newSubscriber(), await newSubscriber()]
    const moves = happenings(dice, people)
    const usual = ['pay', 'mine', 'reorganise', 'replace'] as const
    async function equals(): Promise<number> {
      await world.node.mine(1)
      const chain: Record<string, number>[] = []
      // The node scans for one at a time.
      for (const person of people) chain.push(await onChain(person))
      await expect.poll(() => Promise.all(people.map(credited)), waiting).toEqual(chain)
      return chain.flatMap(coins => Object.keys(coins)).length
    }
    for (const rare of ['killWallet', 'backUp', 'killRelay', 'putBack'] as const) {
      for (let step = 0; step < 2; step += 1) await moves[dice.pick(usual)]()
      await moves.pay()
      await equals()
      await moves.reorganise()
      await moves[rare]()
    }
    // A reorganisation can drop payments that spend the node's young block rewards; these stay.
    for (let more = 0; more < 4; more += 1) await moves.pay()
    expect(await equals()).toBeGreaterThanOrEqual(4)
  }, 120_000)
})
