import { readFileSync } from 'node:fs'

/** Of the kernel's clock in /proc. */
export const tickMs = 10

/** One JSON line per figure, for people and programs alike. */
export function printFigure(figure: {
  readonly bench: string
  readonly figure: string
  readonly [key: string]: unknown
}) {
  process.stdout.write(`${JSON.stringify(figure)}\n`)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export const rounded = (value: number, decimals = 3) => Math.round(value * 10 ** decimals) / 10 ** decimals

/** A process's time on the processors, of all its threads, without its children; not a number without /proc. */
export function processorMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return Number.NaN
  }
}
