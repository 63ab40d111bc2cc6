import { createHash } from 'node:crypto'
import { wallet as walletGroup } from '@hornets/contract/admin/settings'
import { pushedAtOnce } from '@hornets/contract/wallet/relay/push'
import { bech32 } from '@scure/base'
import type { Author } from './authors.ts'
import { Dice } from './dice.ts'
import type { Chapter } from './world.ts'
import { dayMs, hourMs } from './world.ts'

const blockMs = 10 * 60_000
const priceOfTiers = [10_000, 10_000, 25_000, 50_000]

interface Line {
  readonly at: number
  readonly address: string
  readonly sats: number
  readonly fee?: number
  readonly confirmed: boolean
}

/** A year of subscriptions, a few expenses and two pending payments, as a wallet reports them. */
export const wallet: Chapter = ({ context, clock, operator, authors }) => {
  const dice = new Dice('wallet')
  const lines: Line[] = []
  const own: string[] = []
  let balance = 0

  const { allotment, rounds } = context.subscriptions
  const rowOf = (line: Line, now: number) => ({
    wallet_name: context.settings.get(walletGroup).name,
    txid: txidOf(line),
    vout: 0,
    date: new Date(line.at).toISOString(),
    output: line.address,
    value_sats: line.sats,
    confirmations: line.confirmed ? Math.min(100, 1 + Math.floor((now - line.at) / blockMs)) : 0,
    ...(line.fee !== undefined && { fee_sats: line.fee }),
  })

  const receive = async (at: number, sats: number, payers: readonly Author[], confirmed = true) => {
    clock.set(at)
    const fresh = makeAddress(`own ${own.length}`)
    const payer = payers.length > 0 ? dice.pick(payers) : undefined
    allotment.drawFrom(async () => fresh)
    const address = (payer && (await allotment.addressOf(payer.pubkey, payer.pubkey))) ?? fresh
    if (!own.includes(address)) own.push(address)
    const line = { at, address, sats, confirmed }
    lines.push(line)
    if (confirmed) balance += sats
    await context.wallet.takeTransactions([rowOf(line, at)])
  }
  const spend = (at: number, sats: number) => {
    const fee = dice.between(2, 14) * 141
    lines.push({ at, address: makeAddress(`payee ${lines.length}`), sats: -sats, fee, confirmed: true })
    balance -= sats + fee
  }

  return async day => {
    const sometime = () => day.start + dice.between(0, day.isLast ? dayMs - 3 * hourMs : dayMs - 1)
    const here = authors.filter(author => author.joins < day.index)
    const times = Array.from({ length: dice.howMany(1.1 * day.busyness) }, sometime).sort((one, other) => one - other)
    for (const at of times) await receive(at, dice.pick(priceOfTiers), here)
    clock.set(day.end)
    await rounds.round()
    if (balance > 400_000 && dice.chance(0.06)) spend(sometime(), dice.between(60_000, 240_000))
    if (!day.isLast) return

    const now = day.end
    const pending = pendingAt(now)
    await receive(now - 17 * 60_000, 25_000, here, false)
    clock.set(now)
    for (const { at, address, sats, feeRate } of pending) {
      lines.push({ at, address, sats: -sats, fee: feeRate * 141, confirmed: false })
      balance -= sats + feeRate * 141
    }

    clock.set(now)
    const rows = lines.sort((one, other) => one.at - other.at).map(line => rowOf(line, now))
    await pushed(rows, part => context.wallet.takeTransactions(part))
    const { name } = context.settings.get(walletGroup)
    const addresses = [...own, ...[1, 2, 3].map(number => makeAddress(`unused ${number}`))]
    const given = addresses.map((address, index) => ({ wallet_name: name, index, address, used: index < own.length }))
    await pushed(given, part => context.wallet.takeAddresses(part))
    await context.wallet.takeBalance({ wallet_name: name, confirmed: balance, pending: 25_000 })
    for (const payment of pending) {
      clock.set(payment.at)
      await context.wallet.payments.save(savedOf(payment), operator)
    }
    clock.set(now)
  }
}

type PendingPayment = ReturnType<typeof pendingAt>[number]

const pendingAt = (now: number) =>
  [
    { sats: 42_000, minutesAgo: 38, feeRate: 3 },
    { sats: 15_500, minutesAgo: 11, feeRate: 6 },
  ].map(({ sats, minutesAgo, feeRate }) => ({
    sats,
    feeRate,
    at: now - minutesAgo * 60_000,
    address: makeAddress(`pending ${sats}`),
  }))

const savedOf = ({ at, address, sats, feeRate }: PendingPayment) => ({
  txid: txidOf({ at, address, sats: -sats, confirmed: false }),
  feeRate,
  amount: sats,
  recipient_address: address,
  timestamp: new Date(at).toISOString(),
  enable_rbf: true,
})

async function pushed<Row>(rows: readonly Row[], take: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += pushedAtOnce) await take(rows.slice(at, at + pushedAtOnce))
}

const hashOf = (text: string) => createHash('sha256').update(`hornets demo: ${text}`).digest()
const txidOf = ({ at, address }: Line) => hashOf(`${at} ${address}`).toString('hex')

/** A mainnet address without a known key (BIP 84). */
function makeAddress(name: string): string {
  return bech32.encode('bc', [0, ...bech32.toWords(hashOf(name).subarray(0, 20))])
}
