/** Units of a data limit ('1 GB per month'), 1024-based, the largest first. */
export const dataLimitUnits = [
  [2 ** 40, 'TB'],
  [2 ** 30, 'GB'],
  [2 ** 20, 'MB'],
] as const

/** In the largest unit in which it is a whole number, else in megabytes. */
export function limitOfBytes(bytes: number): string {
  const [size, unit] = dataLimitUnits.find(([size]) => bytes % size === 0) ?? ([2 ** 20, 'MB'] as const)
  return `${Math.max(1, Math.ceil(bytes / size))} ${unit} per month`
}
