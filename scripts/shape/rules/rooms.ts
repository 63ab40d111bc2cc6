import { findImports } from '../find-imports.ts'
import { appOf, isTest } from '../place.ts'
import { arrowsIn, houses, innerCircles, roomIn } from '../rooms.ts'
import type { Rule } from '../source-file.ts'

const isContract = (path: string) => path.startsWith('packages/contract/')
const isServer = (path: string) => path.startsWith('packages/server/')
const contractPackages = new Set(['zod'])
const serverPackages = new Set([
  '@fastify/proxy-addr',
  'fastify',
  '@fastify/rate-limit',
  'kysely',
  'pino',
  'socks-proxy-agent',
  'zod',
])
const isBuiltIn = (name: string) => name.startsWith('node:')

export const roomRules: Rule[] = [
  {
    name: 'rooms-downhill',
    reason: 'A room imports only rooms below it in the list of its house (scripts/shape/rooms.ts), types as well.',
    severity: 'error',
    check: files => [
      ...innerCircles(files),
      ...Object.entries(houses).flatMap(([house, rooms]) => [
        ...[...new Set(files.flatMap(({ path }) => roomIn(house, path) ?? []))]
          .filter(room => !rooms.includes(room))
          .map(room => ({ path: `${house}/${room}`, found: 'is not in the list of rooms' })),
        ...arrowsIn(house, files)
          .filter(({ from, to }) => rooms.includes(from) && rooms.indexOf(to) > rooms.indexOf(from))
          .map(({ path, line, specifier }) => ({ path, line, found: `imports ${specifier}` })),
      ]),
    ],
  },
  {
    name: 'apps-stand-alone',
    reason:
      'An app imports no other app: programs talk through the contract, so each can be replaced or run separately.',
    severity: 'error',
    check: files =>
      findImports(
        files,
        path => appOf(path) !== undefined,
        (one, path) => {
          const app = one.target && appOf(one.target)
          return Boolean(app) && app !== appOf(path)
        },
      ),
  },
  {
    name: 'packages-below-apps',
    reason: 'A package imports no app: dependencies lead from the apps to what they share, never back.',
    severity: 'error',
    check: files =>
      findImports(
        files,
        path => path.startsWith('packages/'),
        one => one.target?.startsWith('apps/') === true,
      ),
  },
  {
    name: 'contract-is-data',
    reason: 'The contract imports only zod and itself: browser and servers load all of it.',
    severity: 'error',
    check: files =>
      findImports(
        files,
        path => isContract(path) && !isTest(path),
        one => (one.package ? !contractPackages.has(one.package) : !isContract(one.target ?? '')),
      ),
  },
  {
    name: 'small-schemas',
    reason: 'Code for browsers takes its schemas from zod/mini: zod itself is three times as large.',
    severity: 'error',
    check: files =>
      findImports(
        files,
        path => isContract(path) || (appOf(path) === 'console' && path.startsWith('apps/console/src/')),
        one => one.specifier === 'zod',
      ),
  },
  {
    name: 'server-is-small',
    reason: 'The shared server package imports only the contract and its few libraries: it knows no app and no domain.',
    severity: 'error',
    check: files =>
      findImports(
        files,
        path => isServer(path) && !isTest(path),
        one =>
          one.package
            ? !isBuiltIn(one.package) && !serverPackages.has(one.package)
            : !isServer(one.target ?? '') && !isContract(one.target ?? ''),
      ),
  },
]
