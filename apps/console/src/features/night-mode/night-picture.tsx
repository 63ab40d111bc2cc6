import clsx from 'clsx'
import { hourMs, isNight, type NightTime } from '../../ui/theme/night-time.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** The 24 hours of a day with the night highlighted; text beside it says the same. */
export function NightPicture({ time }: { readonly time: NightTime }) {
  return (
    <div aria-hidden>
      <div className="flex h-4 overflow-hidden rounded-sm border border-line-strong">
        {hours.map(hour => (
          <span key={hour} className={clsx('flex-1', isNight(time, hour * hourMs) ? 'bg-accent' : 'bg-sunken')} />
        ))}
      </div>
      <div className="mt-1 flex justify-between text-caption text-faint tabular-nums">
        {[0, 6, 12, 18, 24].map(hour => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </div>
  )
}
