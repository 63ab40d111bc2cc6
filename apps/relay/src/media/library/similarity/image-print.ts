import { darkest, type Light, lightened } from './lighten.ts'
import { bitsOf, pdqOf, type Raster } from './pdq.ts'
import { squareOf } from './shrink.ts'
import { trimmed } from './trim.ts'
import { turnCoefficients, turns } from './turns.ts'

export interface ImagePrint {
  /** The PDQ hash: 16 words. */
  readonly words: Uint16Array
  readonly quality: number
  readonly grey: Uint8Array
  readonly ratio: number
  /** Null where it is not at hand. */
  readonly fine: Fine | null
}

export interface Fine {
  readonly grey: Uint8Array
  /** Its colours as two small squares, how blue and how red; 128 is grey. Null for bans that are older than this. */
  readonly tint: Uint8Array | null
}

/** A banned image's print: its hash in each of the eight ways that a copy can be turned. */
export interface TurnedPrint extends Omit<ImagePrint, 'words'> {
  readonly turned: readonly Uint16Array[]
}

/** Raise it when stored and banned images have to be hashed again. */
export const printMethod = 2
export const greySide = 32
export const fineSide = 128
export const tintSide = 8
const pdqSide = 64

/** Below, only an image's colours may still show what it is. */
const paleBelow = 20

/** Of the image, and of it without its border and without its bottom. None if it is too small. */
export function printsOf(raster: Raster): ImagePrint[] {
  return [...views(raster), upper(raster)].flatMap(view => {
    const print = printOf(view)
    const dark = print && print.quality < paleBelow ? darkest(view) : null
    return [print, dark && printOf(dark)].filter(found => found !== null)
  })
}

function printOf(view: Raster): ImagePrint | null {
  const pdq = pdqOf(squareOf(view, pdqSide))
  return pdq ? { ...facts(view, pdq.quality), words: bitsOf(pdq.coefficients) } : null
}

const shares = [0.015, 0.03, 0.045, 0.06]
/** The shares of an image that a copy lacks at its left, top, right and bottom. */
const cuts: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 0, 0],
  ...shares.map(share => [share, share, share, share] as const),
  ...[0.03, 0.06].flatMap(share => [
    [share, 0, 0, 0] as const,
    [0, share, 0, 0] as const,
    [0, 0, share, 0] as const,
    [0, 0, 0, share] as const,
  ]),
]

const borders = [255, 0]

export function bannedPrintsOf(raster: Raster): TurnedPrint[] {
  const cut = cuts.flatMap(([left, top, right, bottom]) => {
    const x = Math.round(raster.width * left)
    const y = Math.round(raster.height * top)
    const width = raster.width - x - Math.round(raster.width * right)
    const height = raster.height - y - Math.round(raster.height * bottom)
    return views(partOf(raster, { x, y, width, height }))
  })
  const shown = [...cut, ...bordered(raster), upper(raster)].flatMap(view => turnedPrintsOf(view))
  const [whole] = shown
  return [
    ...shown,
    ...lights.flatMap(light => lighter(raster, light).flatMap(view => turnedPrintsOf(view, whole?.quality))),
  ]
}

/** `quality`: of the image that this view is a lighter one of. */
function turnedPrintsOf(view: Raster, quality?: number): TurnedPrint[] {
  const pdq = pdqOf(squareOf(view, pdqSide))
  if (!pdq) return []
  const turned = turns.map(turn => bitsOf(turnCoefficients(pdq.coefficients, turn)))
  return [{ ...facts(view, quality ?? pdq.quality), turned }]
}

function views(raster: Raster): Raster[] {
  const inner = trimmed(raster)
  return inner ? [raster, partOf(raster, inner)] : [raster]
}

/** Trims the border that a copy was given, and with it lines of that colour that the image had. */
function bordered(raster: Raster): Raster[] {
  const usual = trimmed(raster)
  return borders.flatMap(border => {
    const inner = trimmed(raster, border)
    const isNew = inner && (!usual || (Object.keys(inner) as (keyof Part)[]).some(side => inner[side] !== usual[side]))
    return isNew ? [partOf(raster, inner)] : []
  })
}

/** A copy a little lighter or darker than one of these is near to it. */
const lights = [
  { times: 1.12, plus: 0 },
  { times: 1.25, plus: 0 },
  { times: 1.4, plus: 0 },
  { times: 1, plus: 48 },
]

function lighter(raster: Raster, light: Light): Raster[] {
  const lit = lightened(raster, light)
  return lit ? views(lit).flatMap(view => [view, darkest(view) ?? []].flat()) : []
}

/** Without the bottom eighth, where most watermarks are. */
const upper = (raster: Raster): Raster =>
  partOf(raster, { x: 0, y: 0, width: raster.width, height: Math.ceil(raster.height * 0.875) })

const facts = (raster: Raster, quality: number) => ({
  quality,
  ratio: raster.width / raster.height,
  grey: greyOf(raster, greySide),
  fine: { grey: greyOf(raster, fineSide), tint: tintOf(raster) },
})

const tintOf = ({ width, height, chroma }: Raster) =>
  chroma
    ? Uint8Array.from(
        chroma.flatMap(luma => Array.from(squareOf({ width, height, luma }, tintSide).luma)),
        value => Math.round(value + 128),
      )
    : null

const greyOf = (raster: Raster, side: number) => Uint8Array.from(squareOf(raster, side).luma, Math.round)

interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function partOf(raster: Raster, { x, y, width, height }: Part): Raster {
  const cut = (plane: Float32Array) => {
    const part = new Float32Array(width * height)
    for (let row = 0; row < height; row++) {
      const from = (y + row) * raster.width + x
      part.set(plane.subarray(from, from + width), row * width)
    }
    return part
  }
  const { luma, chroma } = raster
  return { width, height, luma: cut(luma), ...(chroma && { chroma: [cut(chroma[0]), cut(chroma[1])] as const }) }
}
