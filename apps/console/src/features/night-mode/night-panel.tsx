import { useTexts } from '../../i18n/texts.ts'
import { Switch } from '../../ui/forms/switch.tsx'
import { Popover, type PopoverProps } from '../../ui/overlays/popover.tsx'
import { hourMs, type NightTime } from '../../ui/theme/night-time.ts'
import { setNightMode } from '../../ui/theme/theme.ts'
import { useNightMode } from '../../ui/theme/use-theme.ts'
import { HourControl } from './hour-control.tsx'
import { NightPicture } from './night-picture.tsx'

export function NightPanel(popover: Omit<PopoverProps, 'title' | 'children'>) {
  const { t } = useTexts()
  const { on, time } = useNightMode()
  const [start, end] = time
  const setTime = (next: NightTime) => setNightMode({ on, time: next })
  return (
    <Popover {...popover} title={t('nightMode.title')}>
      <div className="grid gap-4">
        <Switch
          checked={on}
          onCheckedChange={next => setNightMode({ on: next, time })}
          label={t('nightMode.switch')}
          description={t('nightMode.help')}
        />
        <NightPicture time={time} />
        <HourControl label={t('nightMode.start')} ms={start} onChange={hour => setTime([hour * hourMs, end])} />
        <HourControl label={t('nightMode.end')} ms={end} onChange={hour => setTime([start, hour * hourMs])} />
        <p role="status" className="text-caption text-warn empty:hidden">
          {start === end && t('nightMode.none')}
        </p>
      </div>
    </Popover>
  )
}
