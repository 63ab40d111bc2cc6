const levels = new Map([
  [10, 'trace'],
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
  [60, 'fatal'],
])
const known = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg'])

/** @param {string} line */
const isQuiet = line => /^\{"level":[123]0,/.test(line)

/** @param {unknown} value */
const show = value => {
  const stack = /** @type {{ stack?: unknown } | null} */ (value)?.stack
  if (typeof stack === 'string') return `\n${stack}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** @param {string} line */
export function readableLine(line) {
  if (!line.startsWith('{"level":')) return line
  try {
    const entry = JSON.parse(line)
    const facts = Object.entries(entry).filter(([name]) => !known.has(name))
    const time = new Date(entry.time).toTimeString().slice(0, 8)
    const more = facts.map(([name, value]) => `  ${name}=${show(value)}`).join('')
    return `${time} ${(levels.get(entry.level) ?? entry.level).toString().padEnd(5)} ${entry.msg ?? ''}${more}`
  } catch {
    return line
  }
}

/**
 * Unchanged to a pipe or file; on a terminal readable, only warnings and errors unless LOG_LEVEL is set.
 * @param {{ isTTY?: boolean, write: (text: string) => unknown }} screen
 * @param {{ LOG_LEVEL?: string | undefined }} [environment]
 * @returns {(text: string) => void}
 */
export function printLog(screen, environment = process.env) {
  if (!screen.isTTY) return text => screen.write(text)
  let begun = ''
  return text => {
    const lines = (begun + text).split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines) if (environment.LOG_LEVEL || !isQuiet(line)) screen.write(`${readableLine(line)}\n`)
  }
}
