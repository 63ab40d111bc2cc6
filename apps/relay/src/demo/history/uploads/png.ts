import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Each line as the difference to the one above (PNG, 9.2), which compresses smooth pictures well. */
const filterUp = 2

/** A PNG with 8 bits per colour (ISO 15948) from red, green and blue values, line by line. */
export function makePng(width: number, height: number, points: Uint8Array): Buffer<ArrayBuffer> {
  const lineBytes = width * 3
  const lines = Buffer.alloc(height * (lineBytes + 1))
  for (let y = 0; y < height; y++) {
    const at = y * (lineBytes + 1)
    lines[at] = filterUp
    for (let index = 0; index < lineBytes; index++) {
      const point = y * lineBytes + index
      lines[at + 1 + index] = (points[point] as number) - (y > 0 ? (points[point - lineBytes] as number) : 0)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const body = deflateSync(lines)
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
