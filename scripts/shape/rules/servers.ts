import { findCode, findImports } from '../find-imports.ts'
import { layersOf } from '../layers.ts'
import { appOf, isEventStoreFace, isRoutes, isService, isStore, isTest, maySpeakSql, sliceOf } from '../place.ts'
import type { Import, Rule } from '../source-file.ts'

const isServerCode = (path: string) =>
  !isTest(path) && ((appOf(path) !== undefined && appOf(path) !== 'console') || path.startsWith('packages/server/'))

const httpPackages = new Set(['fastify', 'ws', 'node:http', 'node:https', 'node:http2'])
const speaksHttp = (one: Import) =>
  (one.package !== undefined && (httpPackages.has(one.package) || one.package.startsWith('@fastify'))) ||
  (one.target !== undefined && isRoutes(one.target))

const sqlPackages = new Set(['kysely', 'node:sqlite', 'pg'])

/** `sql` as a template tag, the calls that take or build SQL, and texts that start like a statement. */
const sqlInCode = new RegExp(
  [
    /\bsql(<[^`]*>)?`/,
    /\.prepare\(/,
    /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/,
    /['"`]\s*(select\s.+\sfrom|insert\s(or\s\w+\s)?into|update\s\w+\sset|delete\sfrom|create\s(table|index)|pragma)\b/,
  ]
    .map(pattern => pattern.source)
    .join('|'),
  'i',
)

/** A file in another slice of the same server. */
const entersAnotherSlice = (one: Import, path: string) => {
  const slice = one.target && sliceOf(one.target)
  return Boolean(slice) && slice !== 'database' && slice !== sliceOf(path)
}

/** `service.ts`, `store.ts` and `index.ts` say no noun; `-route.ts` and `-services.ts` name a layer by another word. */
const hasNamelessLayer = (path: string) => /(\/(service|store|index)|-(route|services))\.ts$/.test(path)

/** `export function`, and an arrow function that is exported. */
const exportedFunction = /^export (async function|function|const \w+ = (async |\(|<|\w+ =>))/

/** `fetch(…)`, and Node's own clients. */
const callsOut = /(?<![.\w#])fetch\(|import \{[^}]*\brequestBy\b/
const isTheWayOut = (path: string) => /\/(http-request|forward-routes|guarded-requests)\.ts$/.test(path)

export const serverRules: Rule[] = [
  {
    name: 'one-way-out',
    reason:
      'A server calls others through WayOut (packages/server/src/outgoing/way-out.ts), so that nothing bypasses a proxy.',
    severity: 'error',
    check: files => [
      ...findImports(
        files,
        path => isServerCode(path) && !path.endsWith('/way-out.ts'),
        one => !one.typeOnly && /\/outgoing\/http-request(\.ts)?$/.test(one.target ?? ''),
      ),
      ...findCode(files, path => isServerCode(path) && !isTheWayOut(path), callsOut),
    ],
  },
  {
    name: 'http-by-node-http',
    reason:
      'Servers take `node:http` and `node:https` from packages/server/src/http/node-http.ts: an import of them loads a WebSocket client, 20 ms of each start.',
    severity: 'error',
    check: files =>
      findImports(
        files,
        isServerCode,
        one => !one.typeOnly && (one.package === 'node:http' || one.package === 'node:https'),
      ),
  },
  {
    name: 'service-knows-no-http',
    reason: 'A service imports no HTTP or websocket library and no routes: its rules apply to every caller.',
    severity: 'error',
    check: files => {
      const layerOf = layersOf(files)
      return findImports(
        files,
        path => isServerCode(path) && (isService(path) || layerOf(path) === 'service'),
        speaksHttp,
      )
    },
  },
  {
    name: 'sql-in-stores-only',
    reason: 'SQL is only in stores, events/, database/ and *-sql.ts: changing the database then changes only these.',
    severity: 'error',
    check: files => [
      ...findImports(
        files,
        path => isServerCode(path) && !maySpeakSql(path),
        one => !one.typeOnly && one.package !== undefined && sqlPackages.has(one.package),
      ),
      ...findCode(files, path => isServerCode(path) && !maySpeakSql(path), sqlInCode),
    ],
  },
  {
    name: 'slices-apart',
    reason: "A slice never imports another slice's store or routes, and receives its service from context/.",
    severity: 'error',
    check: files =>
      findImports(
        files,
        path => isServerCode(path) && sliceOf(path) !== undefined,
        (one, path) => {
          if (!one.target || !entersAnotherSlice(one, path)) return false
          if (isEventStoreFace(one.target)) return false
          return isStore(one.target) || isRoutes(one.target) || (isService(one.target) && !one.typeOnly)
        },
      ),
  },
  {
    name: 'downhill',
    reason: 'Calls go routes → service → store: no call turns back, and routes know a store by its types only.',
    severity: 'error',
    check: files => {
      const layerOf = layersOf(files)
      const targetOf = (one: Import) => one.target && layerOf(one.target)
      return [
        ...findImports(
          files,
          path => isServerCode(path) && layerOf(path) === 'store',
          one => targetOf(one) === 'service' || targetOf(one) === 'routes' || targetOf(one) === 'opener',
        ),
        ...findImports(
          files,
          path => isServerCode(path) && layerOf(path) === 'routes',
          one => targetOf(one) === 'store' && !one.typeOnly,
        ),
        ...findImports(
          files,
          path => isServerCode(path) && sliceOf(path) !== undefined && !layerOf(path),
          one => targetOf(one) === 'routes',
        ),
      ]
    },
  },
  {
    name: 'services-and-stores-are-classes',
    reason:
      'A service or store exports its class and types, no functions (CONTRIBUTING.md): a class holds its database, and pure rules have files of their own.',
    severity: 'error',
    check: files =>
      findCode(
        files,
        path =>
          isServerCode(path) &&
          sliceOf(path) !== undefined &&
          /-(service|store)\.ts$/.test(path) &&
          !/\/migrations\//.test(path),
        exportedFunction,
      ),
  },
  {
    name: 'layers-by-name',
    reason: 'Names carry the layer: routes.ts or <noun>-routes.ts, <noun>-service.ts, <noun>-store.ts, open-<noun>.ts.',
    severity: 'error',
    check: files => [
      ...files
        .filter(({ path }) => isServerCode(path) && sliceOf(path) !== undefined && hasNamelessLayer(path))
        .map(({ path }) => ({ path, found: 'has no noun, or not the name of its layer' })),
      ...findCode(files, path => isServerCode(path) && !isService(path), /\bclass \w+Service\b/),
      ...findCode(files, path => isServerCode(path) && !isStore(path), /\bclass \w+Store\b/),
    ],
  },
]
