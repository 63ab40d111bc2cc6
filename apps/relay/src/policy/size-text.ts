const units = [
  [1024 ** 4, 'TB'],
  [1024 ** 3, 'GB'],
  [1024 ** 2, 'MB'],
  [1024, 'KB'],
] as const

/** A size in an answer to clients: 1024-based, to two digits. */
export function writeSize(bytes: number): string {
  const [size, unit] = units.find(([size]) => bytes >= size) ?? [1, 'bytes']
  return `${Math.round((bytes / size) * 100) / 100} ${unit}`
}
