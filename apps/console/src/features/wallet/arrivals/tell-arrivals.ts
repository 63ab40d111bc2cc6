import type { QueryClient } from '@tanstack/react-query'
import { t } from '../../../i18n/texts.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { formatUsd, readRates, usdOf } from '../../../ui/text/usd.ts'
import { walletQueries } from '../service/queries.ts'
import type { Arrival } from './arrivals.ts'
import { claim } from './claim.ts'

/** Older rates are useless, ms. */
const rateFreshMs = 2 * 60 * 60_000
/** More at once are combined in one sentence. */
const announcedOneByOne = 3

interface Means {
  readonly queryClient: QueryClient
  readonly openTransaction: (txid: string) => void
  readonly openHistory: () => void
}

export async function tellArrivals(arrivals: readonly Arrival[], means: Means): Promise<void> {
  const own: Arrival[] = []
  for (const arrival of arrivals) {
    const isFirst = arrival.kind === 'received' && (await claim(arrival.txid))
    // Already confirmed: no second announcement will follow.
    const isConfirming = arrival.isConfirmed && (await claim(`${arrival.txid} confirmed`))
    if (isFirst) own.push(arrival)
    else if (isConfirming) own.push({ ...arrival, kind: 'confirmed' })
  }
  await tellReceived(
    own.filter(({ kind }) => kind === 'received'),
    means,
  )
  tellConfirmed(own.filter(({ kind }) => kind === 'confirmed'))
}

async function tellReceived(received: readonly Arrival[], means: Means): Promise<void> {
  if (received.length > announcedOneByOne) {
    const amount = formatExactSats(received.reduce((sum, { sats }) => sum + sats, 0))
    toast.success(t('wallet.arrivals.receivedMany', { count: received.length, amount }), {
      action: { label: t('wallet.history.view'), onClick: means.openHistory },
    })
    return
  }
  const rate = received.length > 0 ? await rateNow(means.queryClient) : null
  for (const { txid, sats, label, isConfirmed } of received) {
    const usd = usdOf(sats, rate)
    const status = t(isConfirmed ? 'wallet.arrivals.inBlock' : 'wallet.arrivals.pending')
    toast.success(t('wallet.arrivals.received', { amount: formatExactSats(sats) }), {
      text: [usd !== null && formatUsd(usd), label, status].filter(Boolean).join(' · '),
      action: { label: t('wallet.arrivals.show'), onClick: () => means.openTransaction(txid) },
    })
  }
}

function tellConfirmed(confirmed: readonly Arrival[]): void {
  if (confirmed.length > announcedOneByOne) {
    toast.info(t('wallet.arrivals.confirmedMany', { count: confirmed.length }))
    return
  }
  for (const { sats, label } of confirmed)
    toast.info(t('wallet.arrivals.confirmed', { amount: formatExactSats(sats) }), { ...(label && { text: label }) })
}

/** Dollars per bitcoin; null if no current rate is known: prices are never made up. */
async function rateNow(queryClient: QueryClient): Promise<number | null> {
  const rates = await queryClient.fetchQuery(walletQueries.rates).catch(() => [])
  const newest = readRates(rates).at(-1)
  return newest && Date.now() - newest.at < rateFreshMs ? newest.usd : null
}
