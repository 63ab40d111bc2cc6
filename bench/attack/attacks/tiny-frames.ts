import { setImmediate } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { openMany } from '../tactics.ts'

const ping = Buffer.from([0x89, 0x80, 0, 0, 0, 0])
const emptyPart = Buffer.from([0x00, 0x80, 0, 0, 0, 0])
const firstPart = Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x5b])

/** Six-byte frames, none of which ends a message. */
export const tinyFrames: Attack = {
  name: 'tiny frames',
  tries: '20 connections send pings, and messages cut into empty frames that never end',
  async run(stage) {
    const lines = await openMany(stage, 20, 4)
    const pings = Buffer.concat(Array.from({ length: 2000 }, () => ping))
    const parts = Buffer.concat(Array.from({ length: 2000 }, () => emptyPart))
    let frames = 0
    for (const [number, line] of lines.entries()) if (number % 2 === 1) line.socket.write(firstPart)
    while (!stage.signal.aborted && lines.some(line => !line.closed)) {
      for (const [number, line] of lines.entries()) {
        if (line.closed || line.socket.writableLength > 256 * 1024) continue
        line.socket.write(number % 2 === 1 ? parts : pings)
        frames += 2000
      }
      await setImmediate()
    }
    return { seen: `${frames} frames, ${lines.filter(line => line.closed).length} connections closed` }
  },
}
