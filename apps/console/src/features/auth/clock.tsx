import { useEffect, useState } from 'react'
import { followClock } from './follow-clock.ts'
import { formatDate, machineTime } from './texts/format-date.ts'
import { useTexts } from './texts/texts.ts'

/** Time and date as the language writes them. */
export function Clock() {
  const { language } = useTexts()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => followClock(setNow), [])
  return (
    <p>
      <time
        dateTime={machineTime(now)}
        className="-ml-0.5 block text-[56px] text-text leading-[64px] tracking-tight tabular-nums"
      >
        {formatDate(now, language, { hour: '2-digit', minute: '2-digit' })}
      </time>
      <span className="text-muted">{formatDate(now, language, { dateStyle: 'full' })}</span>
    </p>
  )
}
