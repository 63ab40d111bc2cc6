const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Are two JSON values the same? The order of keys does not count, the order of lists does. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
}
