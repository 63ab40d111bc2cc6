import { crc32, deflateSync } from 'node:zlib'

export function pictureOf(width: number, height: number, colour: readonly [number, number, number]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const line = Buffer.concat([Buffer.of(0), Buffer.concat(Array.from({ length: width }, () => Buffer.from(colour)))])
  const lines = Buffer.concat(Array.from({ length: height }, () => line))
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
