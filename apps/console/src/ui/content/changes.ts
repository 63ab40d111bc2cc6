/** One changed value of an entry. */
export interface Change {
  /** Dotted path; empty for a value that is not an object. */
  readonly path: string
  /** Undefined: it did not exist. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Changed values in the entry's order; equal ones are omitted. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const old = flatten(before)
  const now = flatten(after)
  return [...new Set([...old.keys(), ...now.keys()])]
    .map(path => ({ path, before: old.get(path), after: now.get(path) }))
    .filter(change => change.before !== change.after)
}

function flatten(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (value === null && path === '') return into
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0)
    for (const [key, part] of Object.entries(value)) flatten(part, path ? `${path}.${key}` : key, into)
  else if (value !== undefined) into.set(path, typeof value === 'string' ? value : JSON.stringify(value))
  return into
}
