import { ExpirationPlugin } from 'workbox-expiration'
import { addRoute, cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { freshOrKept, type Sources, soonerKept } from './impatience.ts'
import { pageOf, readPush, windowFor } from './pushes.ts'
import { documentFor, isHashed, isPlainFile, seemsDown } from './requests.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: PrecacheEntry[] }

/** Page chunks of this build and older ones. */
const keptPages = 150

// An update takes over immediately; the page decides when to reload (SHELL-30, R-32).
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

// The build inserts the list here (`build/service-worker.ts`).
precache(self.__WB_MANIFEST)
cleanupOutdatedCaches()

// Documents and files without a hash come from the relay while it answers, so they are never outdated.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && documentFor(url.pathname) !== undefined,
  ({ request, url }) => freshOrKept(sourcesOf(request, documentFor(url.pathname) ?? url.pathname)),
)
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isPlainFile(url.pathname),
  ({ request, url }) => soonerKept(sourcesOf(request, url.pathname)),
)

// A hashed name never changes its content. Nothing else is cached, above all no API answers.
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

// Notifications come while no page is open. A repeated one replaces the first by its tag.
self.addEventListener('push', event => {
  const { id, title, text, path } = readPush(event.data?.text())
  const look = { icon: '/icon-192.png', badge: '/icon-192.png' }
  event.waitUntil(self.registration.showNotification(title, { body: text, tag: id, data: { path }, ...look }))
})
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openPage(pageOf(event.notification.data?.path)))
})

/** An open page navigates itself, so that it can ask about unsaved edits. */
async function openPage(path: string): Promise<void> {
  const open = windowFor(await self.clients.matchAll({ type: 'window', includeUncontrolled: true }))
  if (!open) return void (await self.clients.openWindow(path))
  await open.focus()
  open.postMessage({ open: path })
}
