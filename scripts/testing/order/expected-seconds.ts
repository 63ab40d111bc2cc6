import longFiles from './long-files.json' with { type: 'json' }

/** Every file that took five seconds or more on two cores, in seconds: a fresh clone has measured nothing itself. */
const long: Readonly<Record<string, number>> = longFiles

/** How long another file takes of one worker, in seconds, while no run on this machine has measured it. */
const usually: readonly (readonly [RegExp, number])[] = [
  [/^e2e\//, 15],
  [/^apps\/console\/test\//, 8],
  [/^apps\/wallet\/test\//, 5],
  [/^(apps\/relay\/test|bench\/test|scripts\/test)\//, 4],
]
const usuallyUnit = 0.3

/** Whether a test needs no servers, browsers and other programs. */
export const isUnitTest = (path: string): boolean => !usually.some(([place]) => place.test(path))

/** What starting a file costs besides its tests, in seconds: its imports, as far as none before it had them. */
const toStart = { unit: 0.1, others: 1 }

/** Of one worker; `path` relative to the project, `measured` from the last run. */
export function expectedSeconds(path: string, measured: Readonly<Record<string, number>>): number {
  const kind = usually.find(([place]) => place.test(path))
  return (measured[path] ?? long[path] ?? kind?.[1] ?? usuallyUnit) + (kind ? toStart.others : toStart.unit)
}
