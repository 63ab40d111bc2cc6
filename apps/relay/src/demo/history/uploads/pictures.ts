import { Dice } from '../dice.ts'
import { makePng } from './png.ts'

type Colour = readonly [number, number, number]

interface Palette {
  readonly sky: readonly [Colour, Colour]
  readonly sun: Colour
  readonly hills: readonly Colour[]
}

const hex = (text: string): Colour => [0, 2, 4].map(at => Number.parseInt(text.slice(at, at + 2), 16)) as never
const palette = (high: string, low: string, sun: string, ...hills: string[]): Palette => ({
  sky: [hex(high), hex(low)],
  sun: hex(sun),
  hills: hills.map(hex),
})

const palettes: readonly Palette[] = [
  palette('2b4c7e', 'f2c79b', 'fff1d0', '8fa3b8', '5c7a8f', '33566b', '1b3344'),
  palette('10182f', '4a4f86', 'e8ecff', '353a6b', '262a52', '191c3a', '0e1024'),
  palette('7cc0e8', 'eaf6fb', 'fffbe6', '9cc7a4', '6aa67d', '437f5b', '24573c'),
  palette('d8563f', 'ffd08a', 'fff3c9', 'b4534b', '863d45', '5a2b3b', '331b2d'),
  palette('c9d6df', 'f7f5f0', 'ffffff', 'c7cfd4', 'a3b0b8', '7b8b95', '56656f'),
]

const size = { width: 264, height: 176 }

/** A small landscape: hills, a sky, and a sun or moon. Always the same size. */
export function makeLandscape(name: string): Buffer<ArrayBuffer> {
  const dice = new Dice(name)
  const { sky, sun, hills } = dice.pick(palettes)
  const { width, height } = size
  const disc = { x: dice.between(40, width - 40), y: dice.between(25, 80), radius: dice.between(8, 18) }
  const ridges = hills.map((colour, index) => ({ colour, top: ridge(dice, index, hills.length) })).reverse()
  const points = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    const air = mix(sky[0], sky[1], y / (height * 0.75))
    for (let x = 0; x < width; x++) {
      const isSun = (x - disc.x) ** 2 + (y - disc.y) ** 2 <= disc.radius ** 2
      let colour = isSun ? sun : air
      for (const hill of ridges) {
        if (y < (hill.top[x] as number)) continue
        colour = hill.colour
        break
      }
      points.set(colour, (y * width + x) * 3)
    }
  }
  return makePng(width, height, points)
}

/** Height of a line of hills per column: the sum of three waves. */
function ridge(dice: Dice, index: number, count: number): number[] {
  const { width, height } = size
  const middle = height * (0.45 + (0.5 * index) / count)
  const waves = [1, 2.3, 5.1].map((frequency, at) => ({
    frequency: frequency * (0.8 + dice.next() * 0.5),
    phase: dice.next() * Math.PI * 2,
    size: (26 - index * 3) / (at + 1),
  }))
  return Array.from({ length: width }, (_, x) =>
    waves.reduce(
      (top, wave) => top + wave.size * Math.sin((x / width) * Math.PI * 2 * wave.frequency + wave.phase),
      middle,
    ),
  )
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const part = Math.min(1, Math.max(0, share))
  return [0, 1, 2].map(at => Math.round((from[at] as number) * (1 - part) + (to[at] as number) * part)) as never
}
