import { crc32 } from 'node:zlib'
import type { Page } from 'playwright-core'

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/**
 * The same picture with at most 256 colours and a fifth of the size: surfaces keep their colours, the intermediate ones
 * of smoothed edges are rounded to their neighbours.
 * @param url of the picture, `data:image/png;base64,…`
 */
export async function toPalettePng(page: Page, url: string): Promise<Buffer> {
  const { width, height, palette, deflated } = await page.evaluate(toIndices, url)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits per pixel, an index into the palette.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', Buffer.from(deflated, 'base64')),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Runs in the browser, so it may reference nothing outside. */
async function toIndices(url: string) {
  const image = new Image()
  image.src = url
  await image.decode()
  const { width, height } = image
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const colours = new Uint32Array(width * height)
  const counts = new Map<number, number>()
  for (let index = 0; index < colours.length; index++) {
    const at = index * 4
    const colour = ((data[at] as number) << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number)
    colours[index] = colour
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }

  const distance = (a: number, b: number) =>
    Math.max(
      Math.abs((a >> 16) - (b >> 16)),
      Math.abs(((a >> 8) & 255) - ((b >> 8) & 255)),
      Math.abs((a & 255) - (b & 255)),
    )
  const often = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour)
  // The most frequent colours are surfaces; each of the others represents its neighbours.
  const palette: number[] = []
  for (const colour of often) {
    if (palette.length === 256) break
    if (palette.length < 32 || palette.every(known => distance(known, colour) > 5)) palette.push(colour)
  }
  const indexOf = new Map(
    often.map(colour => {
      let nearest = 0
      for (let index = 1; index < palette.length; index++)
        if (distance(palette[index] as number, colour) < distance(palette[nearest] as number, colour)) nearest = index
      return [colour, nearest]
    }),
  )

  // Each row starts with its filter type: none.
  const rows = new Uint8Array((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = indexOf.get(colours[y * width + x] as number) as number
  const stream = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let text = ''
  for (let from = 0; from < bytes.length; from += 8192)
    text += String.fromCharCode(...bytes.subarray(from, from + 8192))
  return {
    width,
    height,
    palette: palette.flatMap(colour => [colour >> 16, (colour >> 8) & 255, colour & 255]),
    deflated: btoa(text),
  }
}
