/** Tests, and what only tests use, may reach where the product may not. */
export const isTest = (path: string) =>
  /\.test\.tsx?$/.test(path) || /(^|\/)test\//.test(path) || /^(e2e|bench|dev|scripts)\//.test(path)

/** `relay` for a file of apps/relay; undefined outside apps. */
export const appOf = (path: string): string | undefined => /^apps\/([^/]+)\//.exec(path)?.[1]

/** A server's slice: `media` for apps/relay/src/media/…; undefined for the files beside main.ts and outside servers. */
export const sliceOf = (path: string): string | undefined => /^apps\/(?!console\/)[^/]+\/src\/([^/]+)\//.exec(path)?.[1]

/** A room of the console: app, features, ui, api, …; undefined elsewhere. */
export const consoleRoomOf = (path: string): string | undefined => /^apps\/console\/src\/([^/]+)\//.exec(path)?.[1]

/** A feature of the console: `settings` for apps/console/src/features/settings/…. */
export const featureOf = (path: string): string | undefined =>
  /^apps\/console\/src\/features\/([^/]+)\//.exec(path)?.[1]

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** `service.ts`, `login-service.ts`. */
export const isService = (path: string) => /(^|-)service\.ts$/.test(baseName(path))

/** `routes.ts`, `upload-routes.ts`, and anything in a `routes/` folder. */
export const isRoutes = (path: string) => /(^|-)routes\.tsx?$/.test(baseName(path)) || /\/routes\//.test(path)

/** `store.ts`, `store-query.ts`, `session-store.ts`, and anything in a `store/` folder. */
export const isStore = (path: string) => /^store[\w-]*\.ts$|-store\.ts$/.test(baseName(path)) || /\/store\//.test(path)

/** The event store is a slice of its own: all of `events/` is store, and `event-store.ts` is the face that it shows. */
const isInEventStore = (path: string) => /^apps\/relay\/src\/events\//.test(path) && !isService(path) && !isRoutes(path)
export const isEventStoreFace = (path: string) => path === 'apps/relay/src/events/event-store.ts'

/** Where SQL lives: stores, the database folder, query builders named `…-sql.ts`, and the shared openers of databases. */
export const maySpeakSql = (path: string) =>
  isStore(path) ||
  isInEventStore(path) ||
  /\/database\//.test(path) ||
  /-sql\.ts$/.test(path) ||
  /^packages\/server\/src\/(sqlite|migrate|postgres)[\w-]*\.ts$/.test(path)
