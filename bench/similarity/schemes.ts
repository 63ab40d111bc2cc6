import sharp from 'sharp'
import {
  colour,
  type Draw,
  drawn,
  height,
  line,
  many,
  type Random,
  some,
  svg,
  whole,
  width,
  within,
  word,
} from './drawing.ts'

// Images that follow a scheme: the same frame, grid or paper on each, which leaves a hash little to tell them apart by.

const text = (x: number, y: number, size: number, words: string, more = '') =>
  `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-size="${size}" ${more}>${words}</text>`

/** The three squares at the corners are on every one. */
export const code: Draw = random => {
  const modules = some(random, [25, 29, 33])
  const px = 440 / modules
  const corner = (x: number, y: number) =>
    `<rect x="${x * px}" y="${y * px}" width="${7 * px}" height="${7 * px}"/><rect x="${(x + 1) * px}" y="${(y + 1) * px}" width="${5 * px}" height="${5 * px}" fill="#fff"/><rect x="${(x + 2) * px}" y="${(y + 2) * px}" width="${3 * px}" height="${3 * px}"/>`
  const far = modules - 7
  const isCorner = (x: number, y: number) => (x < 8 && (y < 8 || y >= far - 1)) || (x >= far - 1 && y < 8)
  const cells = many(modules ** 2, at => {
    const [x, y] = [at % modules, Math.floor(at / modules)]
    return random() < 0.5 || isCorner(x, y) ? '' : `<rect x="${x * px}" y="${y * px}" width="${px}" height="${px}"/>`
  })
  return drawn(
    `<rect width="100%" height="100%" fill="#fff"/><g transform="translate(20 20)" shape-rendering="crispEdges">${cells}${corner(0, 0)}${corner(far, 0)}${corner(0, far)}</g>`,
    480,
    480,
  )
}

/** One page of charts: the same axes, other values. */
export const chart: Draw = random => {
  const ink = some(random, ['#2b6cb0', '#c05621', '#2f855a'])
  const rules = many(
    6,
    at =>
      `<rect x="60" y="${70 + at * 66}" width="560" height="1" fill="#ddd"/>${text(20, 75 + at * 66, 12, String(100 - at * 20), 'fill="#888"')}`,
  )
  let value = within(random, 120, 360)
  const next = () => {
    value = Math.min(390, Math.max(80, value + within(random, -40, 40)))
    return value
  }
  const bars = () =>
    many(14, at => {
      const tall = within(random, 20, 320)
      return `<rect x="${70 + at * 39}" y="${400 - tall}" width="28" height="${tall}" fill="${ink}"/>`
    })
  const curve = () =>
    `<polyline fill="none" stroke="${ink}" stroke-width="3" points="${many(57, at => `${60 + at * 10},${next()} `)}"/>`
  return drawn(
    `<rect width="100%" height="100%" fill="#fff"/>${text(60, 40, 20, line(random, 30), 'fill="#222"')}${rules}${random() < 0.5 ? bars() : curve()}${many(7, at => text(66 + at * 80, 425, 12, `${at + 1}/${whole(random, 1, 28)}`, 'fill="#888"'))}`,
  )
}

/** Letters of one office: its head, then lines, grey paper and the grain of a scanner. */
export const scan: Draw = async random => {
  const [w, h] = [480, 640]
  const rows = many(24, at =>
    text(
      50,
      190 + at * 17,
      11,
      at % 6 === 5 ? '' : line(random, at % 6 === 4 ? within(random, 12, 40) : 58),
      'fill="#333"',
    ),
  )
  const page = `<rect width="100%" height="100%" fill="#efede8"/><rect x="50" y="40" width="70" height="46" fill="#556"/>${text(140, 70, 18, 'Office of Records', 'fill="#333"')}${text(50, 140, 12, line(random, 26), 'fill="#333"')}${text(340, 140, 12, `${whole(random, 1, 28)}.${whole(random, 1, 12)}.2026`, 'fill="#333"')}${rows}`
  const grain = Buffer.from(Array.from({ length: w * h }, () => 118 + Math.floor(random() * 20)))
  const noise = await sharp(grain, { raw: { width: w, height: h, channels: 1 } })
    .toColourspace('srgb')
    .png()
    .toBuffer()
  return sharp(Buffer.from(svg(page, w, h)))
    .rotate(within(random, -0.6, 0.6), { background: '#efede8' })
    .resize(w, h, { fit: 'cover' })
    .composite([{ input: noise, blend: 'overlay' }])
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** Streets over blocks, with a river on some. */
export const map: Draw = random => {
  const road = (thick: number, ink: string) =>
    `<path d="M${within(random, -40, 200)},${within(random, -40, height)} Q${within(random, 0, width)},${within(random, 0, height)} ${within(random, 400, 700)},${within(random, -40, height + 40)}" fill="none" stroke="${ink}" stroke-width="${thick}"/>`
  const tilt = within(random, -30, 30)
  const step = within(random, 34, 60)
  const streets = many(
    30,
    at =>
      `<rect x="${at * step - 300}" y="-300" width="4" height="1200" fill="#fff"/><rect x="-300" y="${at * step - 300}" width="1400" height="4" fill="#fff"/>`,
  )
  const parks = many(
    whole(random, 1, 5),
    () =>
      `<rect x="${within(random, 0, 560)}" y="${within(random, 0, 400)}" width="${within(random, 40, 160)}" height="${within(random, 40, 140)}" fill="#c8e0b8"/>`,
  )
  const names = many(8, () =>
    text(
      within(random, 10, 540),
      within(random, 20, 470),
      13,
      word(random),
      'fill="#555" stroke="#fff" stroke-width="0.4"',
    ),
  )
  return drawn(
    `<rect width="100%" height="100%" fill="#eae6de"/>${parks}<g transform="rotate(${tilt} 320 240)">${streets}</g>${random() < 0.6 ? road(within(random, 14, 50), '#a9c9e8') : ''}${many(whole(random, 2, 4), () => road(9, '#f6d58a'))}${names}`,
  )
}

/** Four panels with a figure and its words. */
export const comic: Draw = random => {
  const shade = colour(random, [55, 85])
  const figure = (x: number, y: number) => {
    const [at, tall] = [x + within(random, 60, 220), within(random, 60, 110)]
    return `<circle cx="${at}" cy="${y + 200 - tall}" r="22" fill="#fff" stroke="#111" stroke-width="3"/><path d="M${at},${y + 222 - tall} v${tall * 0.5} l${within(random, -26, -10)},${tall * 0.4} m${within(random, 14, 26)},${-tall * 0.4} l${within(random, 10, 26)},${tall * 0.4} M${at - 26},${y + 240 - tall} l52,${within(random, -16, 16)}" fill="none" stroke="#111" stroke-width="3"/>`
  }
  const panel = (at: number) => {
    const [x, y] = [12 + (at % 2) * 312, 12 + Math.floor(at / 2) * 232]
    const bubble = `<rect x="${x + within(random, 8, 120)}" y="${y + 10}" width="170" height="54" rx="16" fill="#fff" stroke="#111" stroke-width="2"/>`
    return `<rect x="${x}" y="${y}" width="304" height="224" fill="${random() < 0.5 ? shade : '#fff'}" stroke="#111" stroke-width="4"/>${bubble}${many(2, row => text(x + 60, y + 32 + row * 18, 13, line(random, 18)))}${many(whole(random, 1, 2), () => figure(x, y))}`
  }
  return drawn(`<rect width="100%" height="100%" fill="#fff"/>${many(4, panel)}`)
}

/** Faces from one generator: 12 × 12 squares, mirrored at their middle. */
export const pixelArt: Draw = random => {
  const [ink, skin, behind] = [colour(random, [20, 45]), colour(random, [55, 75]), colour(random, [75, 92])]
  const half = many(72, at => {
    const [x, y] = [at % 6, Math.floor(at / 6)]
    const fill = random() < 0.45 ? ink : random() < 0.6 ? skin : undefined
    const box = (column: number) => `<rect x="${column * 40}" y="${y * 40}" width="40" height="40" fill="${fill}"/>`
    return fill ? box(x) + box(11 - x) : ''
  })
  return drawn(
    `<g shape-rendering="crispEdges"><rect width="100%" height="100%" fill="${behind}"/>${half}</g>`,
    480,
    480,
  )
}

/** An image between two lines of large words. */
export const captioned =
  (image: Draw): Draw =>
  async random => {
    const photo = await sharp(await image(random))
      .resize(width, 360, { fit: 'cover' })
      .toBuffer()
    const words = (y: number, random: Random) =>
      text(320, y, 36, line(random, 24).toUpperCase(), 'text-anchor="middle" font-weight="bold"')
    const bands = svg(`<rect width="100%" height="100%" fill="#fff"/>${words(44, random)}${words(466, random)}`)
    return sharp(Buffer.from(bands))
      .composite([{ input: photo, top: 60, left: 0 }])
      .jpeg({ quality: 90 })
      .toBuffer()
  }
