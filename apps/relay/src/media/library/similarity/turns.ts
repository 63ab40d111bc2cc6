/** A square can be put down in eight ways; a copy can be any of them. */
interface Turn {
  /** Rows become columns. */
  readonly transposed: boolean
  /** Then the rows are read from the bottom. */
  readonly down: boolean
  /** Then the columns are read from the right. */
  readonly across: boolean
}

const both = [false, true] as const
export const turns: readonly Turn[] = both.flatMap(transposed =>
  both.flatMap(down => both.map(across => ({ transposed, down, across }))),
)

/** The cosine transform (coefficients from 1 on, 16 × 16) of an image that was turned. */
export function turnCoefficients(all: Float32Array, { transposed, down, across }: Turn): Float32Array {
  return Float32Array.from(all, (_, at) => {
    const [row, column] = [at >> 4, at & 15]
    const value = all[transposed ? column * 16 + row : at] ?? 0
    // Even places hold odd frequencies, whose cosines change their sign when an axis is turned round.
    const isNegative = (down && row % 2 === 0) !== (across && column % 2 === 0)
    return isNegative ? -value : value
  })
}

export function turnPixels(pixels: Uint8Array, side: number, { transposed, down, across }: Turn): Uint8Array {
  return Uint8Array.from(pixels, (_, at) => {
    const row = down ? side - 1 - Math.floor(at / side) : Math.floor(at / side)
    const column = across ? side - 1 - (at % side) : at % side
    return pixels[transposed ? column * side + row : row * side + column] ?? 0
  })
}
