import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { formatClock, formatFullDate, machineTime } from '../../ui/text/format.ts'

/** How often the clock looks at the time (AUTH-40, CONST-02). */
const clockEveryMs = 10_000

/** Localized time and date. */
export function Clock() {
  // Redraws on a change of language.
  useTexts()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => followClock(setNow), [])
  return (
    <p>
      <time
        dateTime={machineTime(now)}
        className="-ml-0.5 block text-[56px] text-text leading-[64px] tracking-tight tabular-nums"
      >
        {formatClock(now)}
      </time>
      <span className="text-muted">{formatFullDate(now)}</span>
    </p>
  )
}

/** Tells the time now and each ten seconds. Returns the way to stop. */
export function followClock(tell: (now: Date) => void): () => void {
  const timer = setInterval(() => tell(new Date()), clockEveryMs)
  return () => clearInterval(timer)
}
