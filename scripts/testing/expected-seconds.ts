/** How long a test file takes of one worker, in seconds, while no run on this machine has measured it. */
const usually: readonly (readonly [RegExp, number])[] = [
  [/^apps\/console\/test\/(wallet\/)?accessibility/, 70],
  [/^(bench|apps\/wallet)\/test\/.*fuzz/, 50],
  [/^apps\/wallet\/test\/(payments\/(journeys|crash)|accounts\/shared-accounts)/, 40],
  [/^(scripts\/test\/start|apps\/relay\/test\/process)/, 33],
  [/^e2e\/wallet\//, 40],
  [/^e2e\//, 25],
  [/^apps\/console\/test\//, 20],
  [/^apps\/wallet\/test\//, 8],
  [/^(apps\/relay\/test|bench\/test|scripts\/test)\//, 4],
]
const usuallyUnit = 0.3
const slowUnit = [
  /\/(verifier-pool|coin-book|catalogue-store|live-through)\.test\.ts$/,
  /\/events\/(query|lifetimes|removals)\.test\.ts$/,
]

/** Whether a test needs no servers, browsers and other programs. */
export const isUnitTest = (path: string): boolean => !usually.some(([place]) => place.test(path))

/** What starting a file costs besides its tests, in seconds: its imports, as far as none before it had them. */
const toStart = { unit: 0.1, others: 1 }

/** Of one worker; `path` relative to the project, `measured` from the last run. */
export function expectedSeconds(path: string, measured: Readonly<Record<string, number>>): number {
  const kind = usually.find(([place]) => place.test(path))
  const unit = slowUnit.some(place => place.test(path)) ? 5 : usuallyUnit
  return (measured[path] ?? kind?.[1] ?? unit) + (kind ? toStart.others : toStart.unit)
}
