import { type Logger, pino } from 'pino'

export type { Logger }

/** JSON lines on stdout. Headers and bodies are never logged, so that no token or password can be. */
export function createLogger(options: { name: string; level: string }): Logger {
  return pino({
    name: options.name,
    level: options.level,
    serializers: { req: ({ method, url, remoteAddress }) => ({ method, url: withoutQuery(url), remoteAddress }) },
  })
}

/** Query strings may hold a setup token or a signed link. */
function withoutQuery(url: unknown): string {
  return typeof url === 'string' ? (url.split('?', 1)[0] ?? '') : ''
}
