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
  const [output, recent] = [stdoutLog(), recentLines()]
  const write = (line: string) => {
    recent.write(line)
    output.write(line)
  }
  return pino(settings, { write })
}

/** Query strings can contain a setup token or a signed link. */
function withoutQuery(url: unknown): string {
  return typeof url === 'string' ? (url.split('?', 1)[0] ?? '') : ''
}
