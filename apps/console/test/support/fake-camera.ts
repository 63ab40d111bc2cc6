import type { Locator, Page } from 'playwright-core'
import decodeQr from 'qr/decode.js'
import { encode } from 'uqr'

export async function showToCamera(page: Page, texts: readonly string[]): Promise<void> {
  const codes = texts.map(text => encode(text, { ecc: 'L', border: 4 }).data)
  await page.evaluate(shown => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    let next = 0
    const draw = () => {
      const rows = shown[next % shown.length] ?? []
      next += 1
      const size = Math.floor(460 / rows.length)
      context.fillStyle = '#ddd'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.fillStyle = '#222'
      for (const [y, row] of rows.entries())
        for (const [x, dark] of row.entries()) if (dark) context.fillRect(90 + x * size, 10 + y * size, size, size)
    }
    draw()
    setInterval(draw, 250)
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10)
  }, codes)
}

/** A browser that denies every page its camera. */
export async function denyCamera(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('Permission denied', 'NotAllowedError')
    }
  })
}

/** What a QR code on the page says. */
export async function readCode(image: Locator): Promise<string> {
  const { size, path } = await image.evaluate(svg => ({
    size: (svg as unknown as SVGSVGElement).viewBox.baseVal.width,
    path: svg.querySelector('path')?.getAttribute('d') ?? '',
  }))
  // Decoders want more than one pixel for each module.
  const scale = 4
  const width = size * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      const from = (row * width + Number(x) * scale) * 4
      for (let at = from; at < from + scale * 4; at += 4) data.fill(0, at, at + 3)
    }
  return decodeQr({ width, height: width, data })
}
