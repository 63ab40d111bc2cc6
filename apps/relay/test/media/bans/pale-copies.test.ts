import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { alike, type BansWorld, judge, openBansWorld, told } from './bans-world.ts'

let world: BansWorld
beforeAll(async () => {
  world = await openBansWorld()
})
afterAll(() => world.close())

/** Streets and fields on pale paper, whose places follow from the seed; a wide river and yellow roads instead of names. */
function street(seed: number, isCrossed = false): Promise<Buffer> {
  let state = seed * 7919
  const next = (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state / 2 ** 32) * most
  }
  const drawn = (count: number, shape: () => string) => Array.from({ length: count }, shape).join('')
  const fields = drawn(9, () => {
    const [x, y] = [next(560), next(400)]
    return `<rect x="${x}" y="${y}" width="${40 + next(120)}" height="${40 + next(90)}" fill="#b9d6a0"/>`
  })
  const streets = drawn(16, () => `<path d="M${next(640)},-5 L${next(640)},485" stroke="#fff" stroke-width="7"/>`)
  const names = drawn(
    14,
    () => `<rect x="${next(600)}" y="${next(470)}" width="${20 + next(50)}" height="9" fill="#555"/>`,
  )
  const road = (ink: string, width: number) => () =>
    `<path d="M${next(640)},-5 Q${next(640)},${next(480)} ${next(640)},485" fill="none" stroke="${ink}" stroke-width="${width}"/>`
  const roads = drawn(1, road('#a9c9e8', 40)) + drawn(4, road('#f6d58a', 12))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="100%" height="100%" fill="#eae6de"/>${fields}${streets}${isCrossed ? roads : names}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** After each of them the paper is as white as the streets. */
const senders: readonly (readonly [string, (image: Sharp) => Sharp])[] = [
  ['lighter by a quarter', image => image.removeAlpha().linear(1.25, 0)],
  ['brightened by a fifth of white', image => image.removeAlpha().linear(1, 48)],
]

it.each(senders)('of a banned image on pale paper are refused: %s', (_name, change) => refuses(change, false))

it('of a banned image are refused when they are so light that nothing but pale colours is left', () =>
  refuses(image => image.removeAlpha().linear(1.4, 0), true))

async function refuses(change: (image: Sharp) => Sharp, isCrossed: boolean) {
  const original = await street(1, isCrossed)
  const hash = await world.keep(original)
  await world.bans().ban({ hashes: [hash], reason: 'Fake', near: hash }, judge)
  onTestFinished(() => world.bans().unban(hash, judge))
  const changed = async (image: Buffer) => change(sharp(image)).jpeg().toBuffer()
  expect(await told(world.send(await changed(original)))).toEqual(alike)
  const other = await changed(await street(2, isCrossed))
  expect([(await world.send(other)).status, await world.isServed(other)]).toEqual([201, true])
}
