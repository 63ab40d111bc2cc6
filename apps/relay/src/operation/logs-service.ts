import type { AnswerOf, QueryOf } from '@hornets/contract'
import { type LogLevel, type LogLine, type listLogLines, logLevels } from '@hornets/contract/admin/operation/logs'
import { toTimestamp } from '@hornets/server/clock'
import type { RecentLine } from '@hornets/server/process/recent-lines'
import { hideSecrets } from './hide-secrets.ts'

export interface LogsParts {
  readonly lines: { newestFirst(): Iterable<RecentLine> } | undefined
  readonly secrets: () => readonly string[]
}

const numbers: Readonly<Record<LogLevel, number>> = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60 }

export class LogsService {
  readonly #parts: LogsParts

  constructor(parts: LogsParts) {
    this.#parts = parts
  }

  list({ level, q, limit }: QueryOf<typeof listLogLines>): AnswerOf<typeof listLogLines> {
    const secrets = this.#parts.secrets()
    const text = q?.toLowerCase() ?? ''
    const lines: LogLine[] = []
    for (const line of this.#parts.lines?.newestFirst() ?? []) {
      const shown = show(line, secrets)
      if (numbers[shown.level] < numbers[level]) continue
      if (!`${shown.message} ${shown.details}`.toLowerCase().includes(text)) continue
      if (lines.length === limit) return { lines, has_more: true }
      lines.push(shown)
    }
    return { lines, has_more: false }
  }
}

/** Secrets are hidden before anything is searched: a filter finds none either. */
function show({ id, text }: RecentLine, secrets: readonly string[]): LogLine {
  const safe = hideSecrets(text, secrets)
  const { level, time, msg, pid: _pid, hostname: _host, name: _name, ...rest } = read(safe)
  return {
    id,
    at: toTimestamp(Number(time ?? 0)),
    level: logLevels.findLast(name => Number(level) >= numbers[name]) ?? 'debug',
    message: String(msg ?? ''),
    details: Object.keys(rest).length > 0 ? JSON.stringify(rest, null, 2) : '',
  }
}

function read(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return { msg: text }
  }
}
