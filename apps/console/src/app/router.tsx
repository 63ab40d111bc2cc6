import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { isDemo } from '../api/demo.ts'
import { lock } from '../api/lock.ts'
import { readSession } from '../api/session.ts'
import { Spinner } from '../ui/spinner.tsx'
import { leaveForSignIn, requireSession } from './guard.ts'
import { firstPage, lazyPage } from './lazy-page.ts'
import { PageError } from './page-error.tsx'
import type { PageName } from './pages.ts'
import { Shell } from './shell/shell.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Which page of the navigation a route belongs to. */
    readonly page?: PageName
    /** What an error page tells of. */
    readonly problem?: 'notFound' | 'server' | 'client' | 'maintenance'
  }
}

const root = createRootRoute()

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => requireSession(location.href),
  component: Shell,
})

/** Pages are chunks of their own: the first load brings only the one that is shown. */
const pages = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/',
    staticData: { page: 'dashboard' },
    component: firstPage(() => import('./dashboard.tsx'), 'Dashboard'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallet',
    staticData: { page: 'wallet' },
    component: lazyPage(() => import('./wallet.tsx'), 'Wallet'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/relay-settings',
    staticData: { page: 'relaySettings' },
    component: lazyPage(() => import('../features/relay-settings/page.tsx'), 'RelaySettingsPage'),
  }),
  // One route for all groups, so that unsaved edits survive going from one to the next.
  createRoute({
    getParentRoute: () => signedIn,
    path: '/settings/{-$group}',
    staticData: { page: 'settings' },
    component: lazyPage(() => import('../features/settings/page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/blocked-pubkeys',
    staticData: { page: 'access' },
    component: lazyPage(() => import('../features/access/page.tsx'), 'BlockedPubkeysPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/audit-log',
    staticData: { page: 'audit' },
    component: lazyPage(() => import('../features/audit/page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/nostr-stats',
    staticData: { page: 'statistics' },
    component: lazyPage(() => import('../features/statistics/page.tsx'), 'NostrStatisticsPage'),
  }),
  // ROUTE-17, R-78: in the layout, by a path of their own; unknown paths do not come here.
  createRoute({
    getParentRoute: () => signedIn,
    path: '/404',
    staticData: { problem: 'notFound' },
    component: lazyPage(() => import('./errors/pages.tsx'), 'NotFoundPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/server-error',
    staticData: { problem: 'server' },
    component: lazyPage(() => import('./errors/pages.tsx'), 'ServerErrorPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/client-error',
    staticData: { problem: 'client' },
    component: lazyPage(() => import('./errors/pages.tsx'), 'ClientErrorPage'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/maintenance',
    staticData: { problem: 'maintenance' },
    component: lazyPage(() => import('./errors/maintenance-page.tsx'), 'MaintenancePage'),
  }),
]

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  staticData: { page: 'profile' },
  component: lazyPage(() => import('../features/profile/layout.tsx'), 'ProfileLayout'),
})

const profilePages = [
  createRoute({
    getParentRoute: () => profile,
    path: '/',
    staticData: { page: 'profile' },
    component: lazyPage(() => import('../features/profile/menu.tsx'), 'ProfileMenuPage'),
  }),
  createRoute({
    getParentRoute: () => profile,
    path: '/personal-info',
    staticData: { page: 'profile' },
    component: lazyPage(() => import('../features/profile/personal-info/page.tsx'), 'PersonalInfoPage'),
  }),
  createRoute({
    getParentRoute: () => profile,
    path: '/security-settings',
    staticData: { page: 'profile' },
    component: lazyPage(() => import('../features/profile/security/page.tsx'), 'SecurityPage'),
  }),
  createRoute({
    getParentRoute: () => profile,
    path: '/notifications',
    staticData: { page: 'profile' },
    component: lazyPage(() => import('../features/profile/notifications/page.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute: () => profile,
    path: '/payments',
    staticData: { page: 'profile' },
    component: lazyPage(() => import('../features/profile/payments/page.tsx'), 'PaymentsPage'),
  }),
]

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: firstPage(() => import('./logout-page.tsx'), 'LogoutPage'),
})

/** From here the lock leads back to the page before, which has remembered itself (`openLock`). No password opens the demo's. */
const lockScreen = createRoute({
  getParentRoute: () => root,
  path: '/lock',
  beforeLoad: () => {
    if (!readSession() || isDemo()) throw redirect({ to: '/', replace: true })
    lock()
    location.replace('/auth/lock')
    return new Promise<never>(() => {})
  },
})

const login = createRoute({ getParentRoute: () => root, path: '/login', beforeLoad: () => leaveForSignIn() })

/** Other names of pages, and every path that is none, lead on without a trace in the history (ROUTE-05, R-17, R-21, R-22). */
const aliases = [
  ['/relay-stats', '/nostr-stats'],
  ['/relay-dashbaoard', '/'],
  ['/apps/feed', '/'],
  ['/$', '/'],
].map(([path = '/', to = '/']) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true })
    },
  }),
)

export function createConsoleRouter() {
  return createRouter({
    routeTree: root.addChildren([
      signedIn.addChildren([...pages, profile.addChildren(profilePages)]),
      logout,
      lockScreen,
      login,
      ...aliases,
    ]),
    defaultErrorComponent: PageError,
    defaultPendingComponent: Spinner,
    // A page's chunk is fetched as soon as its link is pointed at.
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  })
}
