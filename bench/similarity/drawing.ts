import sharp from 'sharp'

export type Random = () => number
export type Draw = (random: Random) => Promise<Buffer>

export const [width, height] = [640, 480]
export const within = (random: Random, from: number, to: number) => from + random() * (to - from)
export const whole = (random: Random, from: number, to: number) => Math.floor(within(random, from, to + 1))
export const some = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
export const colour = (random: Random, light: [number, number] = [25, 75]) =>
  `hsl(${whole(random, 0, 359)},${whole(random, 20, 90)}%,${whole(random, ...light)}%)`
export const svg = (body: string, w = width, h = height) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${body}</svg>`
export const drawn = (body: string, w = width, h = height) =>
  sharp(Buffer.from(svg(body, w, h)))
    .png()
    .toBuffer()
export const many = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join('')

const letters = 'etaoinshrdlucmfwypvbgkjqxz'
export const word = (random: Random) => many(whole(random, 2, 9), () => letters[Math.floor(random() ** 2 * 26)] ?? 'e')

export function line(random: Random, characters: number): string {
  let words = ''
  while (words.length < characters - 8) words += `${word(random)} `
  return words
}
