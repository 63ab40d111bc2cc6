import clsx from 'clsx'
import { Lock, LockOpen } from 'lucide-react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { LabelEdit } from '../labels/label-edit.tsx'
import type { Labels } from '../labels/use-labels.ts'
import { CopyId } from '../parts/copy-id.tsx'
import { CoinFacts, type CoinRow } from './coin-facts.tsx'

interface CoinLineProps {
  readonly coin: CoinRow
  readonly labels: Labels
  readonly onLock: (locked: boolean) => void
}

export function CoinLine({ coin, labels, onLock }: CoinLineProps) {
  const { t } = useTexts()
  const { outpoint, address, locked, value_sats } = coin
  const what = t('wallet.labels.coin', { amount: formatExactSats(value_sats) })
  // Labels of its transaction or address also describe the coin.
  const [txid = ''] = outpoint.split(':')
  const inherited = labels.of('tx', txid) ?? labels.of('addr', address)
  return (
    <div className="grid gap-1">
      <CoinFacts coin={{ ...coin, label: inherited }}>
        <CopyId value={address} label={t('wallet.coins.copyAddress', { what })} />
        <span title={outpoint} className="ml-3">
          {shortenMiddle(txid, 4, 4)}
        </span>
        <CopyId value={txid} label={t('wallet.coins.copyTxid', { what })} />
      </CoinFacts>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className={clsx('flex flex-1 items-center gap-2', !locked && '[&>span>button:first-child]:-ml-1.5')}>
          {locked && <Badge>{t('wallet.coins.locked')}</Badge>}
          <LabelEdit labels={labels} type="output" of={outpoint} what={what} />
        </span>
        <Button
          size="small"
          variant="ghost"
          className="-mr-3"
          icon={locked ? LockOpen : Lock}
          aria-label={t(locked ? 'wallet.coins.letGoOf' : 'wallet.coins.keepOf', { what })}
          onClick={() => onLock(!locked)}
        >
          {t(locked ? 'wallet.coins.letGo' : 'wallet.coins.keep')}
        </Button>
      </div>
    </div>
  )
}
