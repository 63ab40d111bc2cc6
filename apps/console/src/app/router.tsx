import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { isDemo } from '../api/session/demo.ts'
import { lock } from '../api/session/lock.ts'
import { readSession } from '../api/session/session.ts'
import { notePageOpening } from '../ui/page/page-opened.ts'
import { Spinner } from '../ui/states/spinner.tsx'
import { leaveForSignIn, requireSession } from './guard.ts'
import { firstPage, lazyPage } from './lazy-page.ts'
import { PageError } from './page-error.tsx'
import { type Page, pages } from './pages.ts'
import { Shell } from './shell/shell.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page that a route shows, fully or partly. */
    readonly page?: Page
  }
}

const root = createRootRoute()

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => requireSession(location.href),
  component: Shell,
})

/** Pages are separate chunks: the first load only brings the one on screen. */
const pageRoutes = pages.map(page => {
  const { path, parameter, load, hasFirstTexts, frame } = page
  const staticData = { page }
  const route = createRoute({
    getParentRoute: () => signedIn,
    path: parameter ? `${path}/${parameter}` : path,
    staticData,
    component: hasFirstTexts ? firstPage(load) : lazyPage(load),
  })
  if (!frame) return route
  const within = [{ path: '/', load: frame.index }, ...frame.pages].map(one =>
    createRoute({
      getParentRoute: () => route,
      path: one.path.replace(path, ''),
      staticData,
      component: lazyPage(one.load),
    }),
  )
  return route.addChildren(within)
})

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: firstPage(async () => (await import('./logout/logout-page.tsx')).LogoutPage),
})

/** Unlocking returns to the page before, which has stored itself (`openLock`). The demo has no password. */
const lockScreen = createRoute({
  getParentRoute: () => root,
  path: '/lock',
  beforeLoad: () => {
    if (!readSession() || isDemo()) throw redirect({ to: '/' })
    lock()
    location.replace('/auth/lock')
    return new Promise<never>(() => {})
  },
})

const login = createRoute({ getParentRoute: () => root, path: '/login', beforeLoad: () => leaveForSignIn() })

/** Other names of pages, and unknown paths (ROUTE-05, R-17, R-21, R-22). The router follows a redirect by replacing. */
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
      throw redirect({ to })
    },
  }),
)

export function createConsoleRouter() {
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren(pageRoutes), logout, lockScreen, login, ...aliases]),
    defaultErrorComponent: PageError,
    defaultPendingComponent: Spinner,
    // Pointing at a link preloads its chunk.
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  })
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    if (fromLocation) notePageOpening()
  })
  return router
}
