import { SunMoon } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { useOpening } from '../../ui/overlays/use-opening.ts'
import { useNightMode } from '../../ui/theme/use-theme.ts'
import { NightPanelPart } from './night-panel-part.ts'

/** Night mode's schedule in the header; phones have it in the profile menu. */
export function NightButton() {
  const { t } = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const { open, setOpen, wasOpen } = useOpening()
  const { on } = useNightMode()
  return (
    <div ref={place} className="max-md:hidden">
      <IconButton
        ref={trigger}
        icon={SunMoon}
        label={on ? t('nightMode.isOn') : t('nightMode.isOff')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={on ? 'text-accent-text' : undefined}
      />
      {wasOpen && <NightPanelPart open={open} onOpenChange={setOpen} anchor={trigger} container={place} />}
    </div>
  )
}
