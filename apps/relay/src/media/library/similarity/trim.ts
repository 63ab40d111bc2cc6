import type { Raster } from './pdq.ts'

/** A line of a border has one colour, except for what JPEG adds and a few pixels. */
const shadesMax = 14
const oddShare = 0.02
/** From the shade of a border to that of most of the line beside it. */
const sharp = 42
/** Of each side must remain; an empty page is not trimmed. */
const leastShare = 0.25

/** Null if there is no border, or nothing else. `border`: its brightness; default: each outermost line's. */
export function trimmed({ width, height, luma }: Raster, border?: number) {
  const isFlat = (from: number, step: number, length: number, shade: number) => {
    let odd = 0
    for (let at = 0; at < length; at++)
      if (Math.abs((luma[from + at * step] ?? 0) - shade) > shadesMax && ++odd > length * oddShare) return false
    return true
  }
  const shadeOf = (from: number, step: number, length: number) => {
    const line = Float32Array.from({ length }, (_, at) => luma[from + at * step] ?? 0)
    return line.sort()[length >> 1] ?? 0
  }
  const count = (lines: number, from: (line: number) => number, step: number, length: number) => {
    const shade = border ?? shadeOf(from(0), step, length)
    let flat = 0
    while (flat < lines && isFlat(from(flat), step, length, shade)) flat++
    if (flat === 0 || flat + 2 >= lines) return flat
    // Where a border ends sharply, a thumbnail's next line is a blend of both.
    return Math.abs(shadeOf(from(flat + 2), step, length) - shade) > sharp ? flat + 1 : flat
  }
  const top = count(height, line => line * width, 1, width)
  if (top === height) return null
  const bottom = count(height - top, line => (height - 1 - line) * width, 1, width)
  const inner = height - top - bottom
  const left = count(width, line => top * width + line, width, inner)
  const right = count(width - left, line => top * width + width - 1 - line, width, inner)
  const part = { x: left, y: top, width: width - left - right, height: inner }
  const isTrimmed = part.width < width || part.height < height
  return isTrimmed && part.width >= width * leastShare && part.height >= height * leastShare ? part : null
}
