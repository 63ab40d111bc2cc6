import { crc32 } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly modifiedAt: Date
  open(): AsyncIterable<Uint8Array>
}

const localHeader = 0x04034b50
const descriptorHeader = 0x08074b50
const centralHeader = 0x02014b50
const zip64End = 0x06064b50
const zip64Locator = 0x07064b50
const endHeader = 0x06054b50
/** 4.5: 64-bit sizes. Bit 3: sizes and checksum follow the content. Bit 11: names in UTF-8. */
const version = 45
const flags = 0x0808
const all32 = 0xffffffff
const all16 = 0xffff

interface Written {
  readonly name: Buffer
  readonly time: number
  readonly crc: number
  readonly size: number
  readonly offset: number
}

/** A stream (APPNOTE 6.3.10) for any size and number of files. Uncompressed, since media already are. */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let offset = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8')
    const time = dosTime(entry.modifiedAt)
    const head = localOf(name, time)
    yield head
    let crc = 0
    let size = 0
    for await (const chunk of entry.open()) {
      crc = crc32(chunk, crc)
      size += chunk.length
      yield chunk
    }
    yield descriptorOf(crc, size)
    written.push({ name, time, crc, size, offset })
    offset += head.length + size + 24
  }
  const start = offset
  for (const file of written) {
    const record = centralOf(file)
    offset += record.length
    yield record
  }
  yield endOf(written.length, start, offset - start)
}

function localOf(name: Buffer, time: number): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(localHeader, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt32LE(time, 10)
  head.writeUInt32LE(all32, 18)
  head.writeUInt32LE(all32, 22)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(20, 28)
  // Declares 64-bit sizes, which follow the content.
  const extra = Buffer.alloc(20)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(16, 2)
  return Buffer.concat([head, name, extra])
}

function descriptorOf(crc: number, size: number): Buffer {
  const record = Buffer.alloc(24)
  record.writeUInt32LE(descriptorHeader, 0)
  record.writeUInt32LE(crc, 4)
  record.writeBigUInt64LE(BigInt(size), 8)
  record.writeBigUInt64LE(BigInt(size), 16)
  return record
}

function centralOf({ name, time, crc, size, offset }: Written): Buffer {
  const record = Buffer.alloc(46)
  record.writeUInt32LE(centralHeader, 0)
  record.writeUInt16LE(version, 4)
  record.writeUInt16LE(version, 6)
  record.writeUInt16LE(flags, 8)
  record.writeUInt32LE(time, 12)
  record.writeUInt32LE(crc, 16)
  record.writeUInt32LE(all32, 20)
  record.writeUInt32LE(all32, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(28, 30)
  record.writeUInt32LE(all32, 42)
  const extra = Buffer.alloc(28)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(24, 2)
  extra.writeBigUInt64LE(BigInt(size), 4)
  extra.writeBigUInt64LE(BigInt(size), 12)
  extra.writeBigUInt64LE(BigInt(offset), 20)
  return Buffer.concat([record, name, extra])
}

function endOf(count: number, start: number, size: number): Buffer {
  const end = Buffer.alloc(56 + 20 + 22)
  end.writeUInt32LE(zip64End, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(version, 12)
  end.writeUInt16LE(version, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(start), 48)
  end.writeUInt32LE(zip64Locator, 56)
  end.writeBigUInt64LE(BigInt(start + size), 64)
  end.writeUInt32LE(1, 72)
  end.writeUInt32LE(endHeader, 76)
  end.writeUInt16LE(all16, 84)
  end.writeUInt16LE(all16, 86)
  end.writeUInt32LE(all32, 88)
  end.writeUInt32LE(all32, 92)
  return end
}

/** Time and date of MS-DOS in UTC, not before 1980. */
function dosTime(at: Date): number {
  const year = Math.max(1980, at.getUTCFullYear())
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const date = ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return ((date << 16) | time) >>> 0
}
