import { Maximize, Minimize } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Toggles fullscreen on the root element (SHELL-23). Hidden where unsupported, e.g. on iPhones. */
export function FullscreenButton() {
  const { t } = useTexts()
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  const toggle = () => void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return (
    <IconButton
      icon={full ? Minimize : Maximize}
      label={full ? t('shell.fullscreen.leave') : t('shell.fullscreen.enter')}
      onClick={toggle}
      className="max-md:hidden"
    />
  )
}
