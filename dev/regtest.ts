/** The chain of `npm run demo:regtest`; REGTEST_ESPLORA_WALLET is the wallet's file, for an Esplora server. */
import { RegtestNode } from '../apps/wallet/test/support/bitcoind.ts'
import { ElectrsServer } from '../apps/wallet/test/support/electrs.ts'
import { askNode, RegtestPayer, readWalletFile } from './regtest-payer.ts'

type Order = { readonly type: 'mine' } | { readonly type: 'pay'; readonly address?: string }

const blockEveryMs = 30_000
const lookEveryMs = 1000
/** The last one stays unconfirmed for a while, so that the operator sees one. */
const gifts = { confirmed: [5_000_000, 1_250_000], unconfirmed: 300_000 }
const orderedSats = 100_000

const folder = process.env.REGTEST_FOLDER
if (!folder) throw new Error('REGTEST_FOLDER is not set: run `npm run demo:regtest`')
if (!process.send) throw new Error('Nobody has started this: run `npm run demo:regtest`')

const say = (line: string) => process.stdout.write(`${line}\n`)
const show = (sats: number) => `${sats.toLocaleString('en')} sats`

const node = await RegtestNode.start({ folder })
const walletFile = process.env.REGTEST_ESPLORA_WALLET
const esplora = walletFile ? await ElectrsServer.start(node) : undefined
const payer = new RegtestPayer(node, walletFile ? readWalletFile(walletFile) : askNode(node))

async function mine(): Promise<void> {
  await node.mine(1)
  say(`  mined block ${await node.rpc<number>('getblockcount')}`)
}

async function pay(sats: number, address?: string): Promise<void> {
  const paid = await payer.pay(sats, address)
  say(
    paid
      ? `  paid ${show(sats)} to ${paid.address} (${paid.txid})`
      : '  There is no wallet yet: make one in the console.',
  )
}

async function welcome(): Promise<void> {
  if (!(await payer.isWaiting())) return
  for (const sats of gifts.confirmed) await pay(sats)
  await mine()
  await pay(gifts.unconfirmed)
}

// One after the other: two concurrent payments could pay the same address.
let last: Promise<void> = Promise.resolve()
let isStopping = false
const enqueue = (work: () => Promise<void>) => {
  last = last.then(async () => {
    if (isStopping) return
    await work().catch(error => say(`  The node says no: ${error instanceof Error ? error.message : String(error)}`))
  })
}

const timers = [setInterval(enqueue, lookEveryMs, welcome), setInterval(enqueue, blockEveryMs, mine)]
process.on('message', (order: Order) =>
  enqueue(() => (order.type === 'mine' ? mine() : pay(orderedSats, order.address))),
)

async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  timers.forEach(clearInterval)
  await last
  await esplora?.stop()
  await node.stop()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.once('disconnect', stop)

process.send({ type: 'ready', url: node.url, cookieFile: node.cookieFile, esploraUrl: esplora?.url })
