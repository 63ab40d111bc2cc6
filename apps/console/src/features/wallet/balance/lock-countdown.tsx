import { useEffect, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { formatNumber } from '../../../ui/text/format.ts'

/** Time until the wallet locks, counted down between its answers. */
export function LockCountdown({ seconds, at }: { readonly seconds: number; readonly at: number }) {
  const { t } = useTexts()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.round(seconds - (now - at) / 1000))
  const two = (value: number) => formatNumber(value, { minimumIntegerDigits: 2 })
  return (
    <span className="tabular-nums">
      {t('wallet.state.locksIn', { time: `${two(Math.floor(left / 60))}:${two(left % 60)}` })}
    </span>
  )
}
