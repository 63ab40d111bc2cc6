import { Link } from '@tanstack/react-router'
import { ChevronDown, UserRound } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { onSessionChange, readSession } from '../../api/session/session.ts'
import { NightPanelPart } from '../../features/night-mode/night-panel-part.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useOpening } from '../../ui/overlays/use-opening.ts'
import { whenIdle } from '../../ui/page/lazy.tsx'
import { initialsOf } from '../../ui/text/account-name.ts'
import { lazyLater } from '../lazy-page.ts'

const { Part: Items, fetch: fetchItems } = lazyLater(
  async () => (await import('./profile-menu-items.tsx')).ProfileMenuItems,
)

/** The avatar links home (SHELL-13); the menu beside it has user, theme, language and log out (SHELL-14, R-28). */
export function ProfileMenu() {
  const { t } = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const { open, setOpen, wasOpen } = useOpening()
  const night = useOpening()
  useEffect(() => whenIdle(fetchItems), [])
  const initials = initialsOf(useSyncExternalStore(onSessionChange, readSession)?.user)
  return (
    <div ref={place} className="ml-1 flex items-center">
      <Link
        to="/"
        // The visible text is part of the name (WCAG 2.5.3).
        aria-label={[initials, t('shell.nav.dashboard')].filter(Boolean).join(', ')}
        className="grid size-8 place-items-center rounded-full bg-accent font-semibold text-accent-ink text-caption"
      >
        {initials || <UserRound size={16} />}
      </Link>
      <button
        ref={trigger}
        type="button"
        aria-label={t('shell.profile.menu')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
        className="grid size-8 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
      >
        <ChevronDown size={16} />
      </button>
      {wasOpen && (
        <Items
          open={open}
          onOpenChange={setOpen}
          anchor={trigger}
          container={place}
          onNightMode={() => night.setOpen(true)}
        />
      )}
      {night.wasOpen && (
        <NightPanelPart open={night.open} onOpenChange={night.setOpen} anchor={trigger} container={place} />
      )}
    </div>
  )
}
