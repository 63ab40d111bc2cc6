/** The same order for the same seed (Fisher-Yates over mulberry32). */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const next = randomsOf(seed)
  const out = [...list]
  for (let last = out.length - 1; last > 0; last -= 1) {
    const at = Math.floor(next() * (last + 1))
    ;[out[last], out[at]] = [out[at] as T, out[last] as T]
  }
  return out
}

function randomsOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
