import type { Dice } from '../dice.ts'

const samplesASecond = 8000
const seconds = 2

export function makeSound(dice: Dice): Buffer<ArrayBuffer> {
  const tones = Array.from({ length: 4 }, (_, index) => ({
    from: index * 0.4,
    hertz: 330 * 2 ** (dice.pick([0, 2, 4, 7, 9, 12]) / 12),
  }))
  const samples = Buffer.from(
    Array.from({ length: samplesASecond * seconds }, (_, index) => {
      const second = index / samplesASecond
      const sum = tones
        .filter(({ from }) => from <= second)
        .reduce((value, { from, hertz }) => {
          const since = second - from
          return value + Math.sin(since * 2 * Math.PI * hertz) * Math.exp(-3 * since)
        }, 0)
      return Math.max(0, Math.min(255, 128 + Math.round(sum * 45)))
    }),
  )
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(samplesASecond, 24)
  header.writeUInt32LE(samplesASecond, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}
