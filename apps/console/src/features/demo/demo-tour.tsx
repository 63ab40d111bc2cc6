import { Link, useLocation } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { textLink } from '../../ui/buttons/text-link.ts'

const stops = [
  { path: '/', name: 'dashboard' },
  { path: '/moderation', name: 'cases' },
  { path: '/people', name: 'people' },
  { path: '/media-manager', name: 'media' },
  { path: '/subscribers', name: 'subscribers' },
  { path: '/relay-settings', name: 'relaySettings' },
] as const

/** Leads through the demo in six stops; away until the next visit once closed. */
export function DemoTour() {
  const { t } = useTexts()
  const { pathname } = useLocation()
  const [isAway, setAway] = useState(false)
  // Not over what is opened on a page: there it would cover what decides on a phone.
  const at = stops.findIndex(({ path }) => path === pathname)
  const stop = stops[at]
  if (isAway || !stop) return null
  const [before, next] = [stops[at - 1], stops[at + 1]]
  return (
    // Over the page, so that nothing moves when it appears.
    <section
      aria-label={t('demo.tour.title')}
      className="fixed right-3 bottom-3 left-3 z-20 grid gap-1 rounded-md border border-accent bg-raised p-3 text-small shadow-float sm:left-auto sm:w-88 print:hidden"
    >
      <p className="flex items-center justify-between gap-2">
        <strong className="font-semibold">{t('demo.tour.stop', { at: at + 1, all: stops.length })}</strong>
        <IconButton size="small" icon={X} label={t('demo.tour.close')} onClick={() => setAway(true)} />
      </p>
      <p>{t(`demo.tour.${stop.name}`)}</p>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          {before && (
            <Link to={before.path} className={textLink}>
              {t('demo.tour.back')}
            </Link>
          )}
        </span>
        {next && (
          <Link to={next.path} className={textLink}>
            {t('demo.tour.next', { page: t(`shell.nav.${next.name}`) })}
          </Link>
        )}
      </p>
    </section>
  )
}
