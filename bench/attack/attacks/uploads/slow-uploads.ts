import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { writer } from '../../../nostr/signed-event.ts'
import type { Attack } from '../../attack.ts'
import { beginUpload, uploadBeside } from '../../upload.ts'

const addresses = 4
const perAddress = 16
const bytesPerTurn = 1024
const turnMillis = 200
const bystander = 200

function* smallFiles() {
  for (;;) yield randomBytes(70)
}

/** All slots for uploads were once anyone's who came first. */
export const slowUploads: Attack = {
  name: 'slow uploads',
  tries: 'takes all 64 slots for uploads from four addresses with bodies of 5 KB a second',
  async run(stage) {
    const body = randomBytes(2 ** 20)
    const authors = Array.from({ length: addresses }, (_, at) => writer(`slow uploads ${at}`))
    const trickle = async (address: number) => {
      while (!stage.signal.aborted) {
        const author = authors[address]
        if (!author) return
        const sent = beginUpload(stage, author, body, { address })
        sent.on('response', answer => answer.resume().on('end', () => sent.destroy()))
        for (let at = 0; at < body.length && !sent.destroyed && !stage.signal.aborted; at += bytesPerTurn) {
          sent.write(body.subarray(at, at + bytesPerTurn))
          stage.spent(bytesPerTurn)
          await delay(turnMillis)
        }
        sent.destroy()
      }
    }
    const trickling = Array.from({ length: addresses * perAddress }, (_, at) => trickle(at % addresses))
    await delay(1000)
    const beside = await uploadBeside(stage, writer('who uploads beside'), smallFiles(), { address: bystander })
    await Promise.all(trickling)
    return { seen: beside.seen, held: beside.kept > 0 && beside.refused === 0 }
  },
}
