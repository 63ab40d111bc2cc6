import sharp from 'sharp'
import {
  colour,
  type Draw,
  drawn,
  height,
  many,
  type Random,
  some,
  svg,
  whole,
  width,
  within,
  word,
} from './drawing.ts'
import { logo } from './logos.ts'
import { captioned, chart, code, comic, map, pixelArt, scan } from './schemes.ts'
import { dark, light, screenshot } from './screenshots.ts'
import { seeded } from './seeded.ts'

// Kinds of images that people upload, each drawn from a seed. Images of one kind share their layout, as real ones do.

const portrait: Draw = async random => {
  const skin = `hsl(${whole(random, 14, 34)},${whole(random, 25, 60)}%,${whole(random, 35, 80)}%)`
  const hair = `hsl(${whole(random, 10, 45)},${whole(random, 10, 60)}%,${whole(random, 8, 60)}%)`
  const [cx, cy] = [within(random, 215, 265), within(random, 200, 250)]
  const [w, h] = [within(random, 75, 105), within(random, 105, 140)]
  const long = random() < 0.5
  const eye = (side: number) =>
    `<ellipse cx="${cx + side * w * 0.4}" cy="${cy - h * 0.1}" rx="${w * 0.17}" ry="${h * 0.07}" fill="#fff"/><circle cx="${cx + side * w * 0.4}" cy="${cy - h * 0.1}" r="${h * 0.06}" fill="#321"/>`
  const glasses =
    random() < 0.25
      ? `<g fill="none" stroke="#111" stroke-width="5"><circle cx="${cx - w * 0.4}" cy="${cy - h * 0.1}" r="${w * 0.3}"/><circle cx="${cx + w * 0.4}" cy="${cy - h * 0.1}" r="${w * 0.3}"/></g>`
      : ''
  const body = `${long ? `<ellipse cx="${cx}" cy="${cy + 50}" rx="${w * 1.4}" ry="${h * 1.5}" fill="${hair}"/>` : ''}
    <ellipse cx="${cx + within(random, -20, 20)}" cy="${540 + within(random, -40, 40)}" rx="${within(random, 160, 230)}" ry="${within(random, 170, 220)}" fill="${colour(random, [10, 85])}"/>
    <rect x="${cx - w * 0.4}" y="${cy + h * 0.6}" width="${w * 0.8}" height="110" fill="${skin}"/>
    <ellipse cx="${cx}" cy="${cy - h * 0.25}" rx="${w * 1.15}" ry="${h * 1.05}" fill="${hair}"/>
    <ellipse cx="${cx}" cy="${cy + h * 0.08}" rx="${w}" ry="${h}" fill="${skin}"/>${eye(-1)}${eye(1)}${glasses}
    <ellipse cx="${cx}" cy="${cy + h * 0.55}" rx="${w * within(random, 0.2, 0.45)}" ry="${h * within(random, 0.03, 0.1)}" fill="#a33"/>`
  const behind = await clouds(random, [480, 560], 5, some(random, [0.3, 0.6, 1]))
  return sharp(behind)
    .composite([
      {
        input: await sharp(Buffer.from(svg(body, 480, 560)))
          .blur(1.2)
          .png()
          .toBuffer(),
      },
    ])
    .png()
    .toBuffer()
}

async function clouds(
  random: Random,
  [w, h]: readonly [number, number],
  coarse: number,
  contrast = 1,
): Promise<Buffer> {
  const layer = (side: number) => {
    const pixels = Buffer.from(
      Array.from({ length: side * side * 3 }, () => Math.floor(128 + (random() - 0.5) * 255 * contrast)),
    )
    return sharp(pixels, { raw: { width: side, height: side, channels: 3 } }).resize(w, h, {
      fit: 'fill',
      kernel: 'cubic',
    })
  }
  const base = await layer(coarse).png().toBuffer()
  const fine = await layer(coarse * 4)
    .ensureAlpha(0.35)
    .png()
    .toBuffer()
  const finest = await layer(coarse * 14)
    .ensureAlpha(0.2)
    .png()
    .toBuffer()
  return sharp(base)
    .composite([{ input: fine }, { input: finest }])
    .png()
    .toBuffer()
}

const landscape: Draw = async random => {
  const horizon = within(random, 180, 320)
  const hill = (at: number) => {
    let y = horizon + at * within(random, 30, 60)
    const ridge = many(18, step => {
      y += within(random, -34, 34)
      return `${(step * width) / 16 - 20},${y} `
    })
    return `<polygon points="-20,${height} ${ridge} ${width + 40},${height}" fill="hsl(${whole(random, 70, 220)},${whole(random, 15, 50)}%,${whole(random, 12, 55)}%)"/>`
  }
  const trees = many(whole(random, 0, 14), () => {
    const [x, y, s] = [within(random, 0, width), within(random, horizon, height), within(random, 20, 80)]
    return `<polygon points="${x},${y - s * 1.6} ${x - s * 0.5},${y} ${x + s * 0.5},${y}" fill="hsl(${whole(random, 80, 150)},40%,${whole(random, 8, 35)}%)"/>`
  })
  const body = `<circle cx="${within(random, 0, width)}" cy="${within(random, 20, horizon)}" r="${within(random, 15, 60)}" fill="#fff8d0" opacity="0.8"/>${many(4, hill)}${trees}`
  const sky = await clouds(random, [width, height], whole(random, 3, 6), within(random, 0.3, 0.9))
  return sharp(sky)
    .composite([{ input: Buffer.from(svg(body)) }])
    .jpeg({ quality: 92 })
    .toBuffer()
}

const lineArt: Draw = random => {
  const at = (from: number, to: number) => `${within(random, from, to).toFixed(0)}`
  const stroke = () =>
    `<path d="M${at(60, 580)},${at(90, 390)} C${at(40, 600)},${at(80, 400)} ${at(40, 600)},${at(80, 400)} ${at(60, 580)},${at(90, 390)}"/>`
  const shape = () =>
    some(random, [
      `<circle cx="${at(100, 540)}" cy="${at(130, 350)}" r="${at(15, 90)}"/>`,
      `<rect x="${at(60, 420)}" y="${at(100, 300)}" width="${at(30, 200)}" height="${at(30, 120)}"/>`,
    ])
  const caption = (y: number) =>
    `<text x="320" y="${y}" text-anchor="middle" font-family="DejaVu Sans" font-weight="bold" font-size="34">${many(whole(random, 2, 4), () => `${word(random)} `)}</text>`
  return drawn(
    `<rect width="100%" height="100%" fill="#fff"/><g fill="none" stroke="#111" stroke-width="${at(3, 8)}">${many(whole(random, 5, 14), stroke)}${many(whole(random, 2, 6), shape)}</g>${caption(56)}${caption(456)}`,
  )
}

const page: Draw = random => {
  const dark = random() < 0.3
  const card = (at: number) => {
    const [x, y] = [180 + (at % 3) * 150, 70 + Math.floor(at / 3) * 135]
    const bars = many(
      whole(random, 1, 4),
      row =>
        `<rect x="${x + 10}" y="${y + 66 + row * 14}" width="${within(random, 20, 110)}" height="7" fill="${dark ? '#aaa' : '#888'}"/>`,
    )
    return random() < 0.15
      ? ''
      : `<rect x="${x}" y="${y}" width="135" height="120" rx="8" fill="${dark ? '#2a2d36' : '#fff'}"/><rect x="${x}" y="${y}" width="135" height="55" fill="${colour(random, [20, 85])}"/>${bars}`
  }
  const menu = many(
    whole(random, 4, 10),
    at =>
      `<rect x="16" y="${70 + at * 34}" width="${within(random, 40, 125)}" height="10" fill="${dark ? '#999' : '#777'}"/>`,
  )
  return drawn(
    `<rect width="100%" height="100%" fill="${dark ? '#16181d' : '#eef0f4'}"/><rect width="100%" height="48" fill="${colour(random, [25, 60])}"/><rect y="48" width="160" height="100%" fill="${dark ? '#1f2229' : '#fff'}"/>${menu}${many(9, card)}`,
  )
}

const kinds: Readonly<Record<string, Draw>> = {
  'text, light': screenshot(light),
  'text, dark': screenshot(dark),
  logo,
  portrait,
  landscape,
  'line art': lineArt,
  page,
  'QR code': code,
  chart,
  scan,
  map,
  comic,
  'pixel art': pixelArt,
  captioned: captioned(landscape),
}
export const kindNames = Object.keys(kinds)

export function pictureOf(kind: string, number: number, seed: number): Promise<Buffer> {
  const draw = kinds[kind]
  if (!draw) throw new Error(`no kind is called ${kind}`)
  return draw(seeded(Math.imul(seed, 1_000_003) + kindNames.indexOf(kind) * 100_003 + number))
}
