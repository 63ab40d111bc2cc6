import { Outlet, useMatches } from '@tanstack/react-router'
import clsx from 'clsx'
import { useEffect } from 'react'
import { rememberOrigin } from '../../api/calls/origin.ts'
import { useLiveStream } from '../../api/live/use-live-stream.ts'
import { useStatus } from '../../api/queries/use-status.ts'
import { offers, offersCall } from '../../api/server/server.ts'
import { isDemo } from '../../api/session/demo.ts'
import { takeNotice } from '../../api/session/notice.ts'
import { accountOf, forgetDrafts, onSessionChange, readSession, wasLoggedOut } from '../../api/session/session.ts'
import { goToSignIn } from '../../api/session/sign-in-page.ts'
import { useIsRole } from '../../api/session/use-may.ts'
import { forgetBunker } from '../../api/signers/bunker/session.ts'
import { translateMessage, useTexts } from '../../i18n/texts.ts'
import { keepEdits, leaveUnasked } from '../../page-end.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { lazyLater } from '../lazy-page.ts'
import { AtRest } from '../lock/at-rest.tsx'
import { Header } from './header.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PrintHead } from './print-head.tsx'
import { ShortcutHost } from './shortcuts/shortcut-host.tsx'
import { Sidebar } from './sidebar.tsx'
import { usePageChange } from './use-page-change.ts'
import { useSidebar } from './use-sidebar.ts'

const { Part: Arrivals } = lazyLater(
  async () => (await import('../../features/wallet/arrivals/arrivals-host.tsx')).ArrivalsHost,
)

const { Part: WordsBanner } = lazyLater(
  async () => (await import('../../features/wallet/keys/words-banner.tsx')).WordsBanner,
)

const { Part: DemoBanner } = lazyLater(async () => (await import('../../features/demo/demo-banner.tsx')).DemoBanner)

const { Part: MaintenancePage } = lazyLater(
  async () => (await import('../errors/maintenance-page.tsx')).MaintenancePage,
)

const { Part: NotOffered } = lazyLater(async () => (await import('./not-offered.tsx')).NotOffered)

function PageArea() {
  const { data } = useStatus()
  const isOffered = useMatches({ select: matches => matches.every(({ staticData }) => offers(staticData.page?.path)) })
  if (!isOffered) return <NotOffered />
  return (
    <>
      <PrintHead />
      {data?.maintenance ? <MaintenancePage /> : <Outlet />}
    </>
  )
}

const { Part: Troubles } = lazyLater(
  async () => (await import('../../features/operation/troubles/trouble-list.tsx')).TroubleList,
)

const { Part: ProvisionalBanner } = lazyLater(
  async () => (await import('../../features/operation/settings-history/provisional-banner.tsx')).ProvisionalBanner,
)

const { Part: UpdatedNotice } = lazyLater(
  async () => (await import('../../features/operation/release/updated-notice.tsx')).UpdatedNotice,
)

/** Problems for the operator, above every page; nothing if there are none. */
function TroubleBanner() {
  const { data } = useStatus()
  return <div role="status">{data?.troubles && <Troubles troubles={data.troubles} />}</div>
}

/** What concerns every page. */
function Banners() {
  const isOperator = useIsRole('operator')
  const mayShowWords = useIsRole('owner')
  const seesProvisional = isOperator && offersCall({ method: 'GET', path: '/api/provisional-settings' })
  return (
    <>
      <OfflineBanner />
      <TroubleBanner />
      <AtRest>
        {isOperator && !isDemo() && <UpdatedNotice />}
        {seesProvisional && <ProvisionalBanner />}
        {mayShowWords && <WordsBanner />}
      </AtRest>
    </>
  )
}

/** The protected layout: sidebar, sticky header, content (SHELL-01). */
export function Shell() {
  const sidebar = useSidebar()
  const main = usePageChange()
  const seesMoney = useIsRole('operator')
  useLiveStream()
  useFarewell()
  useGreeting()
  return (
    <div
      className={clsx(
        'grid min-h-dvh print:block transition-[grid-template-columns] duration-200 ease-out',
        sidebar.screen === 'mobile'
          ? 'grid-cols-[0_minmax(0,1fr)]'
          : sidebar.expanded
            ? 'grid-cols-[260px_minmax(0,1fr)]'
            : 'grid-cols-[80px_minmax(0,1fr)]',
      )}
    >
      <ShortcutHost sidebar={sidebar} />
      {seesMoney && (
        <AtRest>
          <Arrivals />
        </AtRest>
      )}
      <SkipLink onSkip={() => main.current?.focus()} />
      {sidebar.screen === 'mobile' ? <div /> : <Sidebar expanded={sidebar.expanded} />}
      <div className="min-w-0">
        <Header sidebar={sidebar} />
        {isDemo() && (
          // As high as the banner, so that nothing moves when it appears.
          <div className="contents [&:empty]:block [&:empty]:min-h-10">
            <DemoBanner />
          </div>
        )}
        <Banners />
        <main
          ref={main}
          id="content"
          tabIndex={-1}
          className="max-w-[1560px] p-3.5 pb-10 outline-none md:px-6 md:pt-5 2xl:max-w-[1840px] 3xl:max-w-none"
        >
          <PageArea />
        </main>
      </div>
    </div>
  )
}

/** The first Tab stop. A button, because a link to #content would add a history entry. */
function SkipLink({ onSkip }: { readonly onSkip: () => void }) {
  const { t } = useTexts()
  return (
    <button
      type="button"
      onClick={onSkip}
      className="fixed top-2 left-2 z-50 -translate-y-24 print:hidden rounded-md border border-line bg-raised px-3 py-2 font-semibold focus:translate-y-0 focus:shadow-float"
    >
      {t('shell.skip')}
    </button>
  )
}

/** Stores unsaved edits unless the logout was deliberate. If somebody else signed in, nothing stays on screen. */
function useFarewell(): void {
  useEffect(() => {
    const account = accountOf(readSession())
    let isLeaving = false
    return onSessionChange(() => {
      const now = accountOf(readSession())
      if (now === account || isLeaving) return
      isLeaving = true
      leaveUnasked()
      if (now !== undefined) return location.reload()
      if (wasLoggedOut()) forgetDrafts()
      else {
        keepEdits()
        rememberOrigin()
      }
      forgetBunker()
      goToSignIn()
    })
  }, [])
}

/** Shows the previous document's notice. */
function useGreeting(): void {
  useEffect(() => {
    const notice = takeNotice()
    if (!notice) return
    toast[notice.kind](translateMessage(notice.title), { text: notice.text && translateMessage(notice.text) })
  }, [])
}
