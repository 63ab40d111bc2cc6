import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { bitcoinOf } from '../boxes/notification-page.ts'

const formatBitcoin = (sats: number) => `${formatNumber(bitcoinOf(sats), { minimumFractionDigits: 8 })} BTC`

/** Sats; in bitcoin, `0.00012345 BTC`, for who asks (NOTIF-13). */
export function Amount({ sats }: { readonly sats: number }) {
  const { t } = useTexts()
  const [isInBitcoin, setIsInBitcoin] = useState(false)
  return (
    <button
      type="button"
      className="min-h-6 rounded-sm tabular-nums hover:underline"
      title={t(isInBitcoin ? 'notifications.payments.inSats' : 'notifications.payments.inBitcoin')}
      onClick={() => setIsInBitcoin(!isInBitcoin)}
    >
      {isInBitcoin ? formatBitcoin(sats) : formatExactSats(sats)}
    </button>
  )
}
