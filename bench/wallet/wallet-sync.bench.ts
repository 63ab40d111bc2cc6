import { setUp } from '@hornets/contract/wallet/set-up'
import { mapFew } from '../../apps/wallet/src/chain/esplora/esplora-http.ts'
import { RegtestNode } from '../../apps/wallet/test/support/bitcoind.ts'
import { EsploraServer } from '../../apps/wallet/test/support/esplora-server.ts'
import { World } from '../../apps/wallet/test/support/world.ts'
import { median, printFigure, rounded } from '../figures.ts'
import { Payer } from './payer.ts'

// How long does the wallet take to read its own history from a bitcoind, and how does that grow? A wallet with this
// many incoming payments is restored; compared in the same run with asking the node for the same list and transactions
// without storing anything. Then one round without news, and one after a block with one payment. The same over an
// Esplora server of ours in this process, compared with asking it for the bytes of every transaction: most of the time
// is its own.

const bench = 'wallet-sync'
const counts = [1000, 3000, 10_000]
const paymentsPerBlock = 500
const rounds = 5
const sats = 10_000
const password = 'correct horse battery staple'

interface Entry {
  txid: string
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

const node = await RegtestNode.start()
let words: string[] = []

async function readFromEsplora(transactions: number): Promise<void> {
  const server = await EsploraServer.start(node)
  const world = await World.open(undefined, { source: 'none', env: { ESPLORA_URL: server.url } })
  // It reads the chain for its first answer.
  await fetch(`${server.url}/blocks/tip/hash`)
  server.requests = 0
  const cold = await seconds(async () => {
    await world.operator.call(setUp, { body: { mode: 'restore', words, password } })
    await world.settle()
  })
  const { requests } = server
  const held = world.context.coins.balance().confirmed
  if (held !== transactions * sats) throw new Error(`expected ${transactions * sats} sats, got ${held}`)
  const txids = world.context.chainBook.recent(0)
  const asking = await seconds(() => mapFew(txids, async txid => (await fetch(`${server.url}/tx/${txid}/hex`)).text()))
  const idle: number[] = []
  for (let round = 0; round < rounds; round += 1) idle.push(await seconds(() => world.settle()))
  printFigure({
    bench,
    figure: 'reading the history of a wallet from an Esplora server',
    transactions,
    coldSeconds: rounded(cold, 2),
    coldMillisPerTransaction: rounded((cold * 1000) / transactions, 2),
    requests,
    requestsPerTransaction: rounded(requests / transactions, 2),
    askingForTheBytesSeconds: rounded(asking, 2),
    ratio: rounded(cold / asking, 2),
    idleRoundMillis: rounded(median(idle) * 1000, 1),
  })
  await world.close()
  await server.stop()
}

try {
  const first = await World.open(node, { lookahead: 1000 })
  words = await first.create()
  const addresses = Array.from({ length: 200 }, (_, index) => first.context.addresses.at(0, index))
  const payer = new Payer(node)
  let paid = 0
  let more = 0
  for (const count of counts) {
    await payer.fill(count - paid, sats)
    for (; paid < count; paid += 1) {
      await payer.pay(addresses[paid % addresses.length]?.script ?? '', sats)
      if (paid % paymentsPerBlock === paymentsPerBlock - 1) await node.mine(1)
    }
    await node.mine(1)

    const restored = await World.open(node, { lookahead: 1000 })
    // The first restore makes the node search its chain. We measure our own time, so the node is made ready before.
    await first.settle()
    const { operator, context } = restored
    const body = { mode: 'restore', words, password } as const
    const cold = await seconds(async () => {
      await operator.call(setUp, { body })
      await restored.settle()
    })
    const held = context.coins.balance().confirmed
    if (held !== (count + more) * sats) throw new Error(`expected ${(count + more) * sats} sats, got ${held}`)

    const wallet = (await node.rpc<string[]>('listwallets')).find(name => name.startsWith('hornets-')) ?? ''
    const asking = await seconds(async () => {
      const { transactions } = await node.rpc<{ transactions: Entry[] }>(
        'listsinceblock',
        ['', 1, true, true, true],
        wallet,
      )
      for (const { txid } of transactions) await node.rpc('gettransaction', [txid, true], wallet)
    })
    const idle: number[] = []
    const oneMore: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      idle.push(await seconds(() => restored.settle()))
      await node.pay(addresses[round]?.address ?? '', sats)
      await node.mine(1)
      oneMore.push(await seconds(() => restored.settle()))
    }
    printFigure({
      bench,
      figure: 'reading the history of a wallet from bitcoind',
      transactions: count + more,
      coldSeconds: rounded(cold, 2),
      coldMillisPerTransaction: rounded((cold * 1000) / count, 2),
      askingTheNodeOneByOneSeconds: rounded(asking, 2),
      ratio: rounded(cold / asking, 2),
      idleRoundMillis: rounded(median(idle) * 1000, 1),
      blockWithOnePaymentMillis: rounded(median(oneMore) * 1000, 1),
    })
    await restored.close()
    more += rounds
    await readFromEsplora(count + more)
  }
  await first.close()
} finally {
  await node.stop()
}
