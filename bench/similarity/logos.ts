import { colour, type Draw, drawn, many, type Random, some, whole, within, word } from './drawing.ts'

// Many share the shape, some the letter: these are unlike by their colours and sizes only.

type Shape = (r: number, ink: string) => string

const [cx, cy] = [240, 240]

const polygon =
  (corners: number): Shape =>
  (r, ink) =>
    `<polygon points="${many(corners, at => {
      const angle = (at * 2 * Math.PI) / corners - Math.PI / 2
      return `${cx + r * Math.cos(angle)},${cy + r * Math.sin(angle)} `
    })}" fill="${ink}"/>`

const shapes: readonly Shape[] = [
  (r, ink) => `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${ink}"/>`,
  (r, ink) => `<rect x="${cx - r}" y="${cy - r}" width="${2 * r}" height="${2 * r}" rx="${r / 4}" fill="${ink}"/>`,
  (r, ink) => `<circle cx="${cx}" cy="${cy}" r="${r * 0.88}" fill="none" stroke="${ink}" stroke-width="${r * 0.22}"/>`,
  polygon(6),
  polygon(3),
  polygon(5),
]

function sign(random: Random, r: number, ink: string): string {
  const kind = random()
  const letter = some(random, [...'ABCDEFGHIJKLMNOPRSTUVWYZ'])
  if (kind < 0.6)
    return `<text x="${cx}" y="${cy + r * 0.36}" text-anchor="middle" font-family="DejaVu Sans" font-weight="bold" font-size="${r}" fill="${ink}">${letter}</text>`
  if (kind < 0.8)
    return many(
      whole(random, 1, 4),
      () =>
        `<circle cx="${within(random, 170, 310)}" cy="${within(random, 170, 310)}" r="${within(random, 12, 60)}" fill="${ink}"/>`,
    )
  return many(
    whole(random, 1, 4),
    () =>
      `<rect x="${within(random, 150, 280)}" y="${within(random, 150, 280)}" width="${within(random, 20, 110)}" height="${within(random, 20, 110)}" fill="${ink}"/>`,
  )
}

export const logo: Draw = random => {
  const r = within(random, 120, 180)
  const [shape, shade] = [some(random, shapes), colour(random, [15, 55])]
  const isHollow = shape === shapes[2]
  const ink = isHollow ? shade : some(random, ['#fff', '#fff', colour(random, [75, 95])])
  const name =
    random() < 0.4
      ? `<text x="240" y="462" text-anchor="middle" font-family="DejaVu Sans" font-size="34" fill="#222">${word(random)}</text>`
      : ''
  return drawn(
    `<rect width="100%" height="100%" fill="#fff"/>${shape(r, shade)}${sign(random, r, ink)}${name}`,
    480,
    480,
  )
}
