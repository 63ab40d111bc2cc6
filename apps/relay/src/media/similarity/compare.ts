import { greySide, type ImagePrint, type TurnedPrint } from './image-print.ts'
import { turnPixels, turns } from './turns.ts'

/** Of 256 bits, as Meta recommends for PDQ. */
export const nearWithin = 31
/** Below, an image has too little detail for its hash to say what it shows. */
export const leastQuality = 50
/** A darker copy has less contrast, and so less quality, than the image it was made from. */
export const leastCopyQuality = 25

/** How much the small grey squares agree: 1 is the same but for contrast and brightness. */
const leastAgreement = 0.85
/** The same without what is coarse: text of the same layout agrees in that. */
const leastDetail = 0.75
/** Copies keep their shape; signs of several shapes fill the same square. */
const stretchMax = 0.06

/** Whether two images whose hashes are near show the same: `turn` is the number of the way in which the hash is near. */
export function isSame(print: ImagePrint, banned: TurnedPrint, turn: number): boolean {
  const way = turns[turn]
  if (!way) return false
  const ratio = way.transposed ? 1 / banned.ratio : banned.ratio
  if (Math.abs(Math.log(print.ratio / ratio)) > stretchMax) return false
  const turned = turnPixels(banned.grey, greySide, way)
  return (
    agreement(print.grey, turned) >= leastAgreement && agreement(detailOf(print.grey), detailOf(turned)) >= leastDetail
  )
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

/** Each pixel less the mean of the 5 × 5 around it. */
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
