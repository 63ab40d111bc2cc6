import { userExist } from '@hornets/contract/admin/accounts/auth'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useEffect } from 'react'
import { send } from '../../api/calls/transport.ts'
import { cached } from '../../api/queries/cached.ts'
import { claimPath, isDemo } from '../../api/session/demo.ts'
import { onSessionChange } from '../../api/session/session.ts'
import { useTexts } from '../../i18n/texts.ts'
import { DemoTour } from './demo-tour.tsx'

/** Marks every page of the demo, on screen and in print, and links to the real relay. */
export function DemoBanner() {
  const { t } = useTexts()
  useOwnDocument()
  const { data } = useQuery({
    ...cached(userExist),
    // Asks the real node: the call carries no demo token.
    queryFn: ({ signal }) =>
      send({ method: 'GET', path: userExist.path, signal }) as Promise<AnswerOf<typeof userExist>>,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <aside
        aria-label={t('demo.mark')}
        className="sticky top-14 z-20 flex min-h-10 items-center gap-2.5 border-accent border-b bg-accent-soft px-3.5 py-1 text-small md:px-6 print:static"
      >
        <FlaskConical size={16} className="shrink-0 text-accent-text" />
        <p className="min-w-0 flex-1">
          <strong className="mr-2 font-semibold">{t('demo.mark')}</strong>
          <span className="max-md:hidden print:inline">{t('demo.text')}</span>
          <span className="max-xs:block md:hidden print:hidden">{t('demo.short')}</span>
        </p>
        {data && (
          <a
            href={data.exists ? '/auth/login' : claimPath()}
            className="flex min-h-8 shrink-0 items-center rounded-md bg-accent px-3 font-semibold text-accent-ink hover:bg-accent-hover print:hidden"
          >
            {data.exists ? t('demo.signIn') : t('demo.claim')}
          </a>
        )}
        <p aria-hidden="true" className="fixed inset-x-0 bottom-0 hidden text-center text-caption print:block">
          {t('demo.mark')}: {t('demo.text')}
        </p>
      </aside>
      <DemoTour />
    </>
  )
}

/** Marks the document for the styles; if another tab has signed in to the real relay, this one reloads for it. */
function useOwnDocument(): void {
  useEffect(() => {
    document.documentElement.dataset.demo = ''
    const stop = onSessionChange(() => {
      if (!isDemo()) location.reload()
    })
    return () => {
      stop()
      delete document.documentElement.dataset.demo
    }
  }, [])
}
