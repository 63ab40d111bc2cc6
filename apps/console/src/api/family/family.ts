import type { send } from '../calls/transport.ts'
import type { Dialect, OtherServer } from '../server/other-server.ts'
import { accessRoutes } from './access.ts'
import { allowedRoutes } from './allowed.ts'
import { moneyRoutes } from './money.ts'
import { notificationRoutes } from './notifications.ts'
import { relaySettingsOfTree, relaySettingsWhole } from './relay-settings.ts'
import { asIs, asList, type Routes, sendBy } from './route.ts'
import { fieldsOf, settingsOfGroups, settingsOfTree } from './settings.ts'
import { statisticsRoutes } from './statistics.ts'
import { walletAlone, walletBehindRelay } from './wallet.ts'

const common: Routes = {
  'GET /user-exist': asIs,
  'POST /signup': asIs,
  'POST /login': asIs,
  'POST /verify': asIs,
  'POST /logout': asIs,
  'GET /api/paid-subscriber-profiles': asList,
  ...accessRoutes,
  ...moneyRoutes,
  ...notificationRoutes,
}

const routesOf: Readonly<Record<Dialect, Routes>> = {
  '2025-05': { ...common, ...statisticsRoutes('photos'), ...settingsOfGroups, ...relaySettingsWhole, ...walletAlone },
  '2026-04': {
    ...common,
    ...allowedRoutes,
    ...statisticsRoutes('image'),
    ...settingsOfTree,
    ...relaySettingsOfTree,
    ...walletBehindRelay,
  },
}

const pages = [
  '/',
  '/wallet',
  '/relay-settings',
  '/settings',
  '/blocked-pubkeys',
  '/nostr-stats',
  '/relays',
  '/payment-notifications',
  '/report-notifications',
  '/moderation-notifications',
  '/404',
  '/server-error',
  '/client-error',
  '/maintenance',
]

const pollMs = 30_000

function poll(readAgain: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') readAgain()
  }, pollMs)
  return () => clearInterval(timer)
}

export function openFamily(dialect: Dialect, sendPlain: typeof send): OtherServer {
  const routes = routesOf[dialect]
  return {
    send: sendBy(routes, sendPlain),
    poll,
    offers: new Set([
      ...pages,
      ...Object.keys(routes),
      ...fieldsOf(dialect).map(name => `settings ${name}`),
      'access blocked',
      ...(dialect === '2026-04' ? ['access allowed-pubkeys'] : []),
    ]),
  }
}
