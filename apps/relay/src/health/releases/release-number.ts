type ReleaseNumber = readonly [major: number, minor: number, patch: number]

/** Null for anything else: pre-releases are for those who look for them. */
function readRelease(text: string): ReleaseNumber | null {
  const [, major, minor, patch] = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(text) ?? []
  return patch === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

/** Is the first newer than the second? False if either is not a release. */
export function isNewer(one: string, other: string): boolean {
  const [left, right] = [readRelease(one), readRelease(other)]
  if (!left || !right) return false
  const at = left.findIndex((number, index) => number !== right[index])
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0)
}

/** The newest release among tags, without its 'v'; undefined if there is none. */
export function newestOf(tags: readonly string[]): string | undefined {
  const releases = tags.filter(tag => readRelease(tag)).map(tag => tag.replace(/^v/, ''))
  return releases.reduce<string | undefined>(
    (newest, one) => (newest === undefined || isNewer(one, newest) ? one : newest),
    undefined,
  )
}
