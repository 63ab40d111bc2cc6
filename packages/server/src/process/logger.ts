import { type Logger, pino } from 'pino'
import { stdoutLog } from './log-stream.ts'
import { recentLines } from './recent-lines.ts'

export type { Logger }

/** JSON lines on stdout, in the background (`LogStream`), and the last ones in memory. Never logs headers or bodies, so no token or password. */
export function createLogger(options: { name: string; level: string }): Logger {
  const settings = {
    name: options.name,
    level: options.level,
    serializers: {
      req: ({ method, url, remoteAddress }: Record<string, unknown>) => ({
        method,
        url: withoutQuery(url),
        remoteAddress,
      }),
    },
  }
  return pino(settings, { write: writeLine })
}

/** Also of a process that this one has started. */
export function writeLine(line: string): void {
  recentLines().write(line)
  stdoutLog().write(line)
}

/** Query strings can contain a setup token or a signed link. */
function withoutQuery(url: unknown): string {
  return typeof url === 'string' ? (url.split('?', 1)[0] ?? '') : ''
}
