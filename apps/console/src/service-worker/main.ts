import { ExpirationPlugin } from 'workbox-expiration'
import { addRoute, cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { freshOrKept, type Sources, soonerKept } from './impatience.ts'
import { documentFor, isHashed, isPlainFile, seemsDown } from './requests.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: PrecacheEntry[] }

/** Chunks of pages, of this build and of older ones. */
const keptPages = 150

// An update takes over at once; the page decides when to reload (SHELL-30, R-32).
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

// The build writes the list here (`build/service-worker.ts`).
precache(self.__WB_MANIFEST)
cleanupOutdatedCaches()

// Documents and what has no hash in its name come from the relay as long as it answers, so that none is ever old.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && documentFor(url.pathname) !== undefined,
  ({ request, url }) => freshOrKept(sourcesOf(request, documentFor(url.pathname) ?? url.pathname)),
)
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isPlainFile(url.pathname),
  ({ request, url }) => soonerKept(sourcesOf(request, url.pathname)),
)

// A name with a hash never means another content. Nothing else is touched: no answer of an API is ever kept here.
addRoute({ directoryIndex: '', cleanURLs: false })
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isHashed(url.pathname),
  new CacheFirst({
    cacheName: 'pages',
    plugins: [new ExpirationPlugin({ maxEntries: keptPages, purgeOnQuotaError: true })],
  }),
)

const sourcesOf = (request: Request, path: string): Sources => ({
  relay: () => fetch(request),
  kept: () => matchPrecache(path),
  isDown: seemsDown,
})
