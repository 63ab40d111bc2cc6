/** Tests and their helpers may import what the product may not. */
export const isTest = (path: string) =>
  /\.test\.tsx?$/.test(path) || /(^|\/)test\//.test(path) || /^(e2e|bench|dev|scripts)\//.test(path)

/** `relay` for a file of apps/relay; undefined outside apps. */
export const appOf = (path: string): string | undefined => /^apps\/([^/]+)\//.exec(path)?.[1]

/** Builds a server's long-lived parts: context.ts and the areas in context/. */
export const isContext = (path: string) => /^apps\/(?!console\/)[^/]+\/src\/context(\.ts$|\/)/.test(path)

/** A listener: it mounts the routes of every slice. Its own parts, in folders below, are a slice like any other. */
const isListener = (path: string) => /^apps\/relay\/src\/(servers|listeners)\/[^/]+$/.test(path)

/** Undefined for what builds slices, listeners, files beside main.ts and outside servers. */
export const sliceOf = (path: string): string | undefined =>
  isContext(path) || isListener(path) ? undefined : /^apps\/(?!console\/)[^/]+\/src\/([^/]+)\//.exec(path)?.[1]

export const consoleRoomOf = (path: string): string | undefined => /^apps\/console\/src\/([^/]+)\//.exec(path)?.[1]

/** A feature of the console: `settings` for apps/console/src/features/settings/…. */
export const featureOf = (path: string): string | undefined =>
  /^apps\/console\/src\/features\/([^/]+)\//.exec(path)?.[1]

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** `open-media.ts` builds a slice's parts and mounts its routes. */
export const isOpener = (path: string) => /^open-[\w-]+\.ts$/.test(baseName(path))

export const isService = (path: string) => /(^|-)service\.ts$/.test(baseName(path))

export const isRoutes = (path: string) => /(^|-)routes\.tsx?$/.test(baseName(path)) || /\/routes\//.test(path)

export const isStore = (path: string) => /^store[\w-]*\.ts$|-store\.ts$/.test(baseName(path)) || /\/store\//.test(path)

/** The event store is a slice of its own: all of `events/` is store, with `event-store.ts` as its interface. */
const isInEventStore = (path: string) => /^apps\/relay\/src\/events\//.test(path) && !isService(path) && !isRoutes(path)
export const isEventStoreFace = (path: string) => path === 'apps/relay/src/events/event-store.ts'

/** Stores, the database folder, query builders named `…-sql.ts`, and the shared openers of databases. */
export const maySpeakSql = (path: string) =>
  isStore(path) ||
  isInEventStore(path) ||
  /\/database\//.test(path) ||
  /-sql\.ts$/.test(path) ||
  /^packages\/server\/src\/(sqlite|migrate|postgres)[\w-]*\.ts$/.test(path)
