import { circlesOf } from './find-circles.ts'
import { isTest } from './place.ts'
import type { SourceFile } from './source-file.ts'

/** From the ground up: a room imports only those before it. A file and a folder of one name are one room. */
export const houses: Readonly<Record<string, readonly string[]>> = {
  'apps/relay/src': [
    'database',
    'mail',
    'bus',
    'jobs',
    'version',
    'keys',
    'events',
    'profiles',
    'statistics',
    'audit',
    'event-engine',
    'accounts',
    'inbox',
    'settings',
    'services',
    'built-in-judge',
    'access',
    'publisher',
    'policy',
    'refusals',
    'nostr',
    'settings-history',
    'maintenance',
    'listeners',
    ...[
      'content-filter',
      'wallet',
      'notifications',
      'subscriptions',
      'media',
      'judges',
      'xnostr',
      'reports',
      'management',
      'people',
      'event-browser',
      'transfers',
      'cases',
      'search',
      'health',
      'backup',
      'live',
      'operation',
      'family',
      'moving',
    ],
    'serving-config',
    'config',
    'context',
    'demo',
    'servers',
    'admin-command',
    'run-relay',
    'run-machine',
    'main',
  ],
  'apps/relay/src/media': [
    'library',
    'workers',
    'edge',
    'media-options',
    'open-library',
    'open-previews',
    'open-files',
    'open-manager',
    'open-media',
  ],
  'apps/wallet/src': [
    'coins',
    'database',
    'bitcoin',
    'keys',
    'audit',
    'operators',
    'addresses',
    'config',
    'chain',
    'history',
    'fees',
    'security',
    'send',
    'lightning',
    'sync',
    'context',
    'set-up',
    'server',
    'app',
    'run-wallet',
    'main',
    'wallet-command',
  ],
}

/** The room of this file in a house; undefined outside. */
export function roomIn(house: string, path: string): string | undefined {
  if (!path.startsWith(`${house}/`) || isTest(path)) return undefined
  return path
    .slice(house.length + 1)
    .split('/')[0]
    ?.replace(/\.\w+$/, '')
}

/** `media: files → stores → files`; parts without a circle can be ordered downhill. */
export function innerCircles(files: readonly SourceFile[]): { path: string; found: string }[] {
  const rooms = Object.entries(houses).flatMap(([house, names]) => names.map(name => `${house}/${name}`))
  return rooms.flatMap(room => {
    const parts = new Map<string, Set<string>>()
    for (const { from, to } of arrowsIn(room, files)) parts.set(from, (parts.get(from) ?? new Set()).add(to))
    return circlesOf(parts).map(circle => ({ path: room, found: `has the circle ${circle.join(' → ')}` }))
  })
}

interface Arrow {
  readonly from: string
  readonly to: string
  readonly path: string
  readonly line: number
  readonly specifier: string
}

/** Every import that leads from one room of a house to another. */
export function arrowsIn(house: string, files: readonly SourceFile[]): Arrow[] {
  return files.flatMap(({ path, imports }) => {
    const from = roomIn(house, path)
    if (from === undefined) return []
    return imports.flatMap(({ target, line, specifier }) => {
      const to = target === undefined ? undefined : roomIn(house, target)
      return to === undefined || to === from ? [] : [{ from, to, path, line, specifier }]
    })
  })
}
