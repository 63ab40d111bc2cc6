import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { writer } from '../../../nostr/signed-event.ts'
import type { Attack } from '../../attack.ts'
import { upload, uploadBeside } from '../../upload.ts'

const parallel = 40
const addresses = 3
const bystander = 200
const secondsAllowed = 5

/** A PNG that decodes slowly, and differs from others in what follows it. */
async function heavyImage(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const image = sharp({ create: { width: 400, height: 400, channels: 3, background: '#a33', noise } })
  return image.resize(5000, 5000, { kernel: 'nearest' }).png().toBuffer()
}

/** A PNG of 70 bytes. */
const smallImage = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function* smallImages() {
  for (;;) yield Buffer.concat([smallImage, randomBytes(4)])
}

/** Images were once optimised in the order of arrival. */
export const imageFlood: Attack = {
  name: 'image flood',
  tries: 'one key uploads 40 large images at a time from three addresses to be optimised',
  async run(stage) {
    const author = writer('image flood')
    const image = await heavyImage()
    const statuses = new Map<number, number>()
    const options = { verb: 'media', type: 'image/png' } as const
    const flooding = Array.from({ length: parallel }, async (_, at) => {
      while (!stage.signal.aborted) {
        const status = await upload(stage, author, Buffer.concat([image, randomBytes(8)]), {
          ...options,
          address: at % addresses,
        })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        await delay(100)
      }
    })
    await delay(2000)
    const beside = uploadBeside(stage, writer('who uploads beside'), smallImages(), { ...options, address: bystander })
    const { seen, slowest, kept } = await beside
    void flooding
    const theirs = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
    return { seen: `${seen}; the flood's answers: ${theirs}`, held: kept > 0 && slowest <= secondsAllowed }
  },
}
