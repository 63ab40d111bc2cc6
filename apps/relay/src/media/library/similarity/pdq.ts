// PDQ: 'The TMK+PDQF Video-Hashing Algorithm and the PDQ Image-Hashing Algorithm' (Meta, 2019).

export interface Raster {
  readonly width: number
  readonly height: number
  readonly luma: Float32Array
  /** How blue and how red, -128 to 127; missing where only brightness is at hand. */
  readonly chroma?: readonly [Float32Array, Float32Array]
}

export interface Pdq {
  /** 16 × 16 coefficients of the cosine transform, row by row. */
  readonly coefficients: Float32Array
  /** 0 to 100: below 50, an image shows too little to be recognised by its hash. */
  readonly quality: number
}

const side = 64
const kept = 16
/** Smaller images have no hash. */
const leastPixels = 5

/** Null for an image that is too small. */
export function pdqOf({ width, height, luma }: Raster): Pdq | null {
  if (width < leastPixels || height < leastPixels) return null
  const small = shrink(width === side && height === side ? luma : blur(luma, width, height), width, height)
  return { coefficients: transform(small), quality: qualityOf(small) }
}

/** 256 bits as 16 words: each bit tells whether a coefficient is above the median. */
export function bitsOf(coefficients: Float32Array): Uint16Array {
  const clear = withoutNoise(coefficients)
  const median = clear.toSorted()[kept * 8 - 1] ?? 0
  const words = new Uint16Array(kept)
  clear.forEach((value, at) => {
    if (value > median) words[at >> 4] = (words[at >> 4] ?? 0) | (1 << (at & 15))
  })
  return words
}

/** A coefficient is faint below this share of their mean. Other images have up to 30 faint ones, symmetrical ones 128. */
const faintShare = 0.06
const faintMin = 96

/** In a symmetrical image half of the coefficients are nothing but noise, which would be half of its bits. */
function withoutNoise(coefficients: Float32Array): Float32Array {
  const sum = coefficients.reduce((before, value) => before + Math.abs(value), 0)
  const limit = (faintShare * sum) / coefficients.length
  const clear = coefficients.map(value => (Math.abs(value) < limit ? 0 : value))
  return clear.filter(value => value === 0).length < faintMin ? coefficients : clear
}

/** As hash lists write it: the highest bit first. */
export const hexOf = (words: Uint16Array): string =>
  Array.from(words, word => word.toString(16).padStart(4, '0'))
    .toReversed()
    .join('')

export const wordsOf = (hex: string): Uint16Array =>
  Uint16Array.from({ length: kept }, (_, at) => Number.parseInt(hex.slice(60 - at * 4, 64 - at * 4), 16))

/** The number of differing bits; `from`: where the other hash begins. */
export function distanceOf(one: Uint16Array, other: Uint16Array, from = 0): number {
  let bits = 0
  for (let at = 0; at < kept; at += 2) {
    const low = (one[at] ?? 0) ^ (other[from + at] ?? 0)
    const high = (one[at + 1] ?? 0) ^ (other[from + at + 1] ?? 0)
    bits += onesIn(low | (high << 16))
  }
  return bits
}

function onesIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Two passes of a box filter in each direction, which make a tent. */
function blur(luma: Float32Array, width: number, height: number): Float32Array {
  const across = windowOf(width)
  const down = windowOf(height)
  const now = Float32Array.from(luma)
  const next = new Float32Array(now.length)
  for (let pass = 0; pass < 2; pass++) {
    for (let y = 0; y < height; y++) box(now, next, { from: y * width, step: 1, length: width, window: across })
    for (let x = 0; x < width; x++) box(next, now, { from: x, step: width, length: height, window: down })
  }
  return now
}

const windowOf = (length: number) => Math.ceil(length / (2 * side))

interface Line {
  readonly from: number
  readonly step: number
  readonly length: number
  readonly window: number
}

/** The mean of up to `window` neighbours; of an even number, one more of those that come before. */
function box(source: Float32Array, target: Float32Array, { from, step, length, window }: Line): void {
  const ahead = (window + 2) >> 1
  let sum = 0
  let count = 0
  for (let at = 0; at < length + ahead - 1; at++) {
    if (at < length) {
      sum += source[from + at * step] ?? 0
      count++
    }
    const gone = at - window
    if (gone >= 0) {
      sum -= source[from + gone * step] ?? 0
      count--
    }
    const centre = at - ahead + 1
    if (centre >= 0) target[from + centre * step] = sum / count
  }
}

/** 64 × 64 samples, at the centres of their places. */
function shrink(luma: Float32Array, width: number, height: number): Float32Array {
  const small = new Float32Array(side * side)
  for (let y = 0; y < side; y++) {
    const row = Math.floor(((y + 0.5) * height) / side) * width
    for (let x = 0; x < side; x++) small[y * side + x] = luma[row + Math.floor(((x + 0.5) * width) / side)] ?? 0
  }
  return small
}

function qualityOf(small: Float32Array): number {
  const percent = (one: number, other: number) =>
    Math.abs(Math.trunc((((small[one] ?? 0) - (small[other] ?? 0)) * 100) / 255))
  let sum = 0
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const at = y * side + x
      if (y < side - 1) sum += percent(at, at + side)
      if (x < side - 1) sum += percent(at, at + 1)
    }
  return Math.min(100, Math.floor(sum / 90))
}

const cosines = Float32Array.from({ length: kept * side }, (_, at) => {
  const [frequency, place] = [Math.floor(at / side) + 1, at % side]
  return Math.sqrt(2 / side) * Math.cos((Math.PI / 2 / side) * frequency * (2 * place + 1))
})

/** The cosine transform's coefficients 1 to 16 in both directions: brightness itself, 0, is left out. */
function transform(small: Float32Array): Float32Array {
  const rows = new Float32Array(kept * side)
  const all = new Float32Array(kept * kept)
  for (let i = 0; i < kept; i++)
    for (let x = 0; x < side; x++) {
      let sum = 0
      for (let y = 0; y < side; y++) sum += (cosines[i * side + y] ?? 0) * (small[y * side + x] ?? 0)
      rows[i * side + x] = sum
    }
  for (let i = 0; i < kept; i++)
    for (let j = 0; j < kept; j++) {
      let sum = 0
      for (let x = 0; x < side; x++) sum += (rows[i * side + x] ?? 0) * (cosines[j * side + x] ?? 0)
      all[i * kept + j] = sum
    }
  return all
}
