/** Compares text by its bytes in UTF-8, as SQLite does. */
export function compareText(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const difference = one.charCodeAt(at) - other.charCodeAt(at)
    if (difference !== 0) return place(one.charCodeAt(at)) - place(other.charCodeAt(at))
  }
  return one.length - other.length
}

/** Surrogates stand for what comes after all other characters. */
function place(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
