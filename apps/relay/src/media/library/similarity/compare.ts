import { fineSide, greySide, type ImagePrint, type TurnedPrint, tintSide } from './image-print.ts'
import { turnPixels, turns } from './turns.ts'

/** Of 256 bits, as Meta recommends for PDQ. */
export const nearWithin = 31
/** Below, an image has too little detail for its hash to say what it shows. */
export const leastQuality = 50
/** A darker copy has less contrast, and so less quality, than the image it was made from; a pale one made lighter has 4 to 12. */
export const leastCopyQuality = 4

/** How much the small grey squares agree: 1 is the same but for contrast and brightness. */
const leastAgreement = 0.85
/** The same without what is coarse: text of the same layout agrees in that. */
const leastDetail = 0.75
/** Copies keep their shape; signs of several shapes fill the same square. */
const stretchMax = 0.06

/** How much the fine lines agree along both axes: unlike words in the same layout reach 0.51, copies are above 0.7. */
const leastLines = 0.65

/** `turn`: the number of the way in which the hash is near. */
export function isSimilar(print: ImagePrint, banned: TurnedPrint, turn: number): boolean {
  const way = turns[turn]
  if (!way) return false
  const ratio = way.transposed ? 1 / banned.ratio : banned.ratio
  if (Math.abs(Math.log(print.ratio / ratio)) > stretchMax) return false
  const turned = turnPixels(banned.grey, greySide, way)
  return (
    agreement(print.grey, turned) >= leastAgreement && agreement(detailOf(print.grey), detailOf(turned)) >= leastDetail
  )
}

/** What is fine in an image, along rows and along columns. */
export interface Lines {
  readonly across: Float32Array
  readonly down: Float32Array
}

export const linesOf = (fine: Uint8Array): Lines => ({ across: linesAlong(fine, 1), down: linesAlong(fine, fineSide) })

/** Whether the words and lines are the same: screenshots of one app differ in nothing else. */
export function haveSameLines(lines: Lines, bannedFine: Uint8Array, turn: number): boolean {
  const way = turns[turn]
  if (!way) return false
  const banned = linesOf(turnPixels(bannedFine, fineSide, way))
  return agreement(lines.across, banned.across) >= leastLines && agreement(lines.down, banned.down) >= leastLines
}

/** Below, an image counts as grey, as a copy without colours is: the mean of its parts' colourfulness. */
const leastColour = 5
/** How much the colours agree: paler and stronger ones do, other ones do not. */
const leastTint = 0.8
/** How much paler or stronger, as a logarithm. */
const paleMax = Math.log(2)

/** Whether the colours are the same, or one of the images has none: logos of one shape often differ in nothing else. */
export function haveSameTint(tint: Uint8Array | null, bannedTint: Uint8Array | null, turn: number): boolean {
  const way = turns[turn]
  if (!way || !tint || !bannedTint) return true
  const parts = tintSide ** 2
  const turned = [0, parts].flatMap(from => [...turnPixels(bannedTint.subarray(from, from + parts), tintSide, way)])
  let [both, own, banned] = [0, 0, 0]
  for (let at = 0; at < 2 * parts; at++) {
    const [a, b] = [(tint[at] ?? 128) - 128, (turned[at] ?? 128) - 128]
    both += a * b
    own += a * a
    banned += b * b
  }
  if (Math.min(own, banned) < leastColour ** 2 * parts) return true
  return both / Math.sqrt(own * banned) >= leastTint && Math.abs(Math.log(own / banned)) / 2 <= paleMax
}

const lineReach = 3
/** Differences far above count little more: otherwise the edges of a layout outweigh all words. */
const telling = 6

/** Each pixel less the mean of its neighbours in the row (`step` 1) or in the column. */
function linesAlong(fine: Uint8Array, step: number): Float32Array {
  return Float32Array.from(fine, (value, at) => {
    const place = step === 1 ? at % fineSide : Math.floor(at / fineSide)
    const [first, last] = [Math.max(-lineReach, -place), Math.min(lineReach, fineSide - 1 - place)]
    let sum = 0
    for (let off = first; off <= last; off++) sum += fine[at + off * step] ?? 0
    const difference = value - sum / (last - first + 1)
    return difference / (Math.abs(difference) + telling)
  })
}

type Pixels = Uint8Array | Float32Array

/** Pearson's correlation: −1 to 1. */
function agreement(one: Pixels, other: Pixels): number {
  const [meanOne, meanOther] = [meanOf(one), meanOf(other)]
  let [both, squaresOne, squaresOther] = [0, 0, 0]
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [(one[at] ?? 0) - meanOne, (other[at] ?? 0) - meanOther]
    both += a * b
    squaresOne += a * a
    squaresOther += b * b
  }
  return squaresOne * squaresOther === 0 ? 0 : both / Math.sqrt(squaresOne * squaresOther)
}

function meanOf(pixels: Pixels): number {
  let sum = 0
  for (let at = 0; at < pixels.length; at++) sum += pixels[at] ?? 0
  return sum / pixels.length
}

const reach = 2

function detailOf(grey: Uint8Array): Float32Array {
  return Float32Array.from(grey, (value, at) => {
    const [row, column] = [Math.floor(at / greySide), at % greySide]
    let [sum, count] = [0, 0]
    for (let y = Math.max(0, row - reach); y <= Math.min(greySide - 1, row + reach); y++)
      for (let x = Math.max(0, column - reach); x <= Math.min(greySide - 1, column + reach); x++) {
        sum += grey[y * greySide + x] ?? 0
        count++
      }
    return value - sum / count
  })
}
