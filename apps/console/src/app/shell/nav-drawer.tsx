import { Menu } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { useOpening } from '../../ui/overlays/use-opening.ts'
import { lazy, whenIdle } from '../../ui/page/lazy.tsx'

const { Part: Panel, fetch: fetchPanel } = lazy(async () => (await import('./nav-drawer-panel.tsx')).NavDrawerPanel)

export function NavDrawer() {
  const { t } = useTexts()
  const trigger = useRef<HTMLButtonElement>(null)
  const { open, setOpen, wasOpen } = useOpening()
  useEffect(() => whenIdle(fetchPanel), [])
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={t('shell.menu.open')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="grid size-10 flex-none place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
      >
        <Menu size={20} />
      </button>
      {wasOpen && <Panel open={open} onOpenChange={setOpen} trigger={trigger} />}
    </>
  )
}
