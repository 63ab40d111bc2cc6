import sharp, { type Sharp } from 'sharp'

type Change = (image: Buffer) => Promise<Buffer>

const half =
  (share: number): Change =>
  async image => {
    const { width } = await sharp(image).metadata()
    return sharp(image)
      .resize(Math.round(width * share))
      .jpeg({ quality: 85 })
      .toBuffer()
  }
const jpeg = (image: Sharp, quality = 85) => image.jpeg({ quality }).toBuffer()

const watermark: Change = async image => {
  const { width, height } = await sharp(image).metadata()
  const size = Math.round(width / 16)
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="${width - size * 0.5}" y="${height - size * 0.6}" text-anchor="end" font-family="DejaVu Sans" font-weight="bold" font-size="${size}" fill="#fff" stroke="#000" stroke-width="1" opacity="0.4">example.com</text></svg>`
  return jpeg(sharp(image).composite([{ input: Buffer.from(mark) }]))
}

const border =
  (background: string): Change =>
  async image => {
    const { width } = await sharp(image).metadata()
    const [top, bottom, left, right] = Array.from({ length: 4 }, () => Math.round(width * 0.04))
    return jpeg(sharp(image).extend({ top, bottom, left, right, background }))
  }

const cut: Change = async image => {
  const { width, height } = await sharp(image).metadata()
  const [left, top] = [Math.round(width * 0.03), Math.round(height * 0.03)]
  return jpeg(sharp(image).extract({ left, top, width: width - 2 * left, height: height - 2 * top }))
}

export const changes: Readonly<Record<string, Change>> = {
  'JPEG at 40': image => jpeg(sharp(image), 40),
  'half size': half(1 / 2),
  'third size': half(1 / 3),
  grey: image => jpeg(sharp(image).greyscale()),
  'brightness +25 %': image => jpeg(sharp(image).modulate({ brightness: 1.25 })),
  'brightness −25 %': image => jpeg(sharp(image).modulate({ brightness: 0.75 })),
  watermark,
  'white border, 4 %': border('#fff'),
  'black border, 4 %': border('#000'),
  mirrored: image => jpeg(sharp(image).flop()),
  'quarter turn': image => jpeg(sharp(image).rotate(90)),
  'half turn': image => jpeg(sharp(image).rotate(180)),
  'three quarter turns': image => jpeg(sharp(image).rotate(270)),
  'cut by 3 %': cut,
}
